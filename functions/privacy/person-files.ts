import { getFile, filesOf } from '../platform/files.ts';
import { addPeriods, type PeriodId, dateInChicago, periodOf } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { archivedFrom, archiveFolder, archiveYears } from '../../shared/visits/visit.ts';
import { signedAgreements } from '../enrollment/store.ts';
import { loadBankAccounts } from '../bank-accounts/account-read-store.ts';
import { maskedAccount } from '../bank-accounts/store.ts';
import { loadMemberPayments } from '../payments/member-payments.ts';
import { auditWrite } from '../table/audit.ts';
import { keys } from '../table/keys.ts';
import { transact } from '../table/transact.ts';
import { isInternal } from '../../shared/privacy/erased-member.ts';
import { memberEntity } from '../members/store.ts';
import { subjectOfSignUp } from '../employees/sign-up-store.ts';
import { agreementFile } from '../../shared/enrollment/agreement.ts';
import { findPerson, rowsUnder } from './person-store.ts';
import type { OwnVoucher } from './person-vouchers.ts';

/** One more month, because files expire by day. */
const monthsInArchive = 12 * archiveYears + 1;

const monthsAtOnce = 12;

/** Returns a member's archived visits, newest month first. */
async function archivedVisits({ id, partnerId }: Member, now: Date): Promise<object[]> {
  const last = addPeriods(currentPeriod(now), -archivedFrom);
  const months = Array.from({ length: monthsInArchive }, (_, back) => addPeriods(last, -back));
  const visits: object[] = [];
  for (let first = 0; first < months.length; first += monthsAtOnce) {
    const some = months.slice(first, first + monthsAtOnce);
    visits.push(...(await Promise.all(some.map((month) => visitsOfMonth(id, partnerId, month)))).flat());
  }
  return visits;
}

async function visitsOfMonth(memberId: string, partnerId: string, month: PeriodId): Promise<object[]> {
  const visits: object[] = [];
  for await (const { name } of filesOf('files', archiveFolder(partnerId, month))) {
    const bytes = await getFile('files', name);
    const lines = Buffer.from(bytes ?? [])
      .toString('utf8')
      .split('\n');
    for (const line of lines.filter((text) => text.includes(memberId))) {
      const visit = JSON.parse(line) as { memberId: string };
      if (visit.memberId === memberId) visits.push(visit);
    }
  }
  return visits;
}

/** Retention of payments in months; older ones are in bank files only. */
const retentionMonths = 84;

/** Removes technical attributes, such as the secret of an access pass. */
const readable = (rows: readonly Record<string, unknown>[]) =>
  rows
    .filter(({ entity }) => entity !== 'access pass')
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(
          ([name]) =>
            !/^(pk|sk|list|s\d+|version|digest|linkToken|secretHash|emailedLink|revertLink|proofs?|passkeyChallenge)$/.test(
              name,
            ) && !(row.entity === memberEntity.name && isInternal(name)),
        ),
      ),
    );

const history = async (subject: string) => readable(await rowsUnder(keys.audit(subject, '', '').pk));

/** A file of an export: `membership-1-payments.json`. */
export interface PersonFile {
  name: string;
  bytes: Uint8Array;
}

/**
 * Returns all data of a person: one JSON file per subject, and the signed agreements unchanged. Bank accounts are
 * masked. Records the export in the audit log of each record first.
 *
 * @param who user ID, or 'operator'
 */
export async function personFiles(
  named: string,
  who: string,
  now: Date,
): Promise<{ personName: string; files: PersonFile[] }> {
  const { user, members, vouchers, signUps, requests, ...person } = await findPerson(named, now);
  const subjects = [
    ...(user ? [`user ${user.id}`] : []),
    ...members.map(({ id }) => `member ${id}`),
    ...vouchers.map(({ voucher }) => `voucher ${voucher.id}`),
    // a sign-up has the ID of its request
    ...new Set([...signUps, ...requests].map(subjectOfSignUp)),
  ];
  await transact(...subjects.map((subject) => auditWrite({ name: 'person exported', subject, who }, now)));
  const files: PersonFile[] = [];
  if (user)
    files.push(
      ...jsonFile('log-in.json', readable(await rowsUnder(keys.user(user.id).pk))),
      ...jsonFile('log-in-history.json', await history(`user ${user.id}`)),
    );
  for (const [index, member] of members.entries())
    files.push(...(await membershipFiles(`membership-${index + 1}`, member, now)));
  files.push(...jsonFile('vouchers.json', await vouchersOf(vouchers)));
  files.push(...jsonFile('sign-ups.json', readable([...signUps, ...requests])));
  return { personName: person.name, files };
}

const jsonFile = (name: string, content: readonly object[]): PersonFile[] =>
  content.length === 0 ? [] : [{ name, bytes: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) }];

async function membershipFiles(prefix: string, member: Member, now: Date): Promise<PersonFile[]> {
  const files = [
    ...jsonFile(`${prefix}-records.json`, readable(await rowsUnder(keys.member(member.id).pk))),
    ...jsonFile(`${prefix}-earlier-visits.json`, await archivedVisits(member, now)),
    ...jsonFile(`${prefix}-payments.json`, await paymentsOf(member, now)),
    ...jsonFile(`${prefix}-bank-accounts.json`, await accountsOf(member)),
    ...jsonFile(`${prefix}-history.json`, await history(`member ${member.id}`)),
  ];
  for (const signed of await signedAgreements(member.id)) {
    const bytes = await getFile('agreements', agreementFile(signed));
    const name = `${prefix}-agreement-${signed.signedAt.slice(0, 10)}-${signed.rowKey.slice(0, 10)}.pdf`;
    if (bytes) files.push({ name, bytes });
  }
  return files;
}

/** Returns each voucher with its program and history. */
async function vouchersOf(vouchers: readonly OwnVoucher[]): Promise<object[]> {
  return Promise.all(
    vouchers.map(async ({ voucher, program }) => {
      const { tokenHash: _hash, linkNumber: _link, version: _version, ...fields } = voucher;
      return {
        ...fields,
        programName: program.displayName,
        startDate: program.startDate,
        endDate: program.endDate,
        history: await history(`voucher ${voucher.id}`),
      };
    }),
  );
}

async function paymentsOf(member: Member, now: Date): Promise<object[]> {
  const latest = addPeriods(periodOf(dateInChicago(now)), 1);
  const months = Array.from({ length: retentionMonths }, (_, back) => addPeriods(latest, -back));
  const payments = await Promise.all(
    ([2, 3] as const).map((type) => loadMemberPayments(member, type, months)),
  );
  return readable(payments.flat());
}

async function accountsOf({ withdrawalPayeeToken, depositPayeeToken }: Member): Promise<object[]> {
  const tokens = [withdrawalPayeeToken, depositPayeeToken].filter((token) => token !== null);
  const accounts = await loadBankAccounts([...new Set(tokens)]);
  return accounts.map(maskedAccount).map(({ payeeToken: _token, version: _version, ...fields }) => fields);
}
