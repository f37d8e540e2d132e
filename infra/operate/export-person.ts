import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signedAgreements } from '../../functions/enrollment/store.ts';
import { loadBankAccounts } from '../../functions/bank-accounts/account-read-store.ts';
import { maskedAccount } from '../../functions/bank-accounts/store.ts';
import { getFile } from '../../functions/platform/files.ts';
import { loadMemberPayments } from '../../functions/accounts/member-payments.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { addPeriods, dateInChicago, periodOf } from '../../shared/calendar.ts';
import { agreementFile } from '../../shared/enrollment/agreement.ts';
import type { Member } from '../../shared/members/member.ts';
import { archivedVisits } from './archived-visits.ts';
import { findPerson, rowsUnder } from './person.ts';
import type { OwnVoucher } from './person-vouchers.ts';

/** Retention of payments in months; older ones are in bank files only. */
const monthsKept = 84;

/** Removes technical attributes, such as the secret of an access pass. */
const readable = (rows: readonly Record<string, unknown>[]) =>
  rows
    .filter(({ entity }) => entity !== 'access pass')
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(
          ([name]) => !/^(pk|sk|list|s\d+|version|emailedLink|revertLink)$/.test(name),
        ),
      ),
    );

const history = async (subject: string) => readable(await rowsUnder(keys.audit(subject, '', '').pk));

/**
 * Writes all data of a person into a folder: one JSON file per subject, and the signed agreements unchanged. Bank
 * accounts are masked. Records the export in the audit log of each record first.
 *
 * @returns the list of files
 */
export async function exportPerson(named: string, folder: string, now: Date): Promise<string> {
  const { user, members, vouchers, ...person } = await findPerson(named, now);
  const subjects = [
    ...(user ? [`user ${user.id}`] : []),
    ...members.map(({ id }) => `member ${id}`),
    ...vouchers.map(({ voucher }) => `voucher ${voucher.id}`),
  ];
  await transact(
    ...subjects.map((subject) => auditWrite({ name: 'person exported', subject, who: 'operator' }, now)),
  );
  const into = join(folder, person.name.replaceAll(/[^\w.@-]/g, '_'));
  await mkdir(into, { recursive: true });
  const written: string[] = [];
  const write = async (name: string, content: Uint8Array | object[]) => {
    if (content.length === 0) return;
    const bytes = content instanceof Uint8Array ? content : `${JSON.stringify(content, null, 2)}\n`;
    await writeFile(join(into, name), bytes);
    written.push(name);
  };
  if (user) {
    await write('log-in.json', readable(await rowsUnder(keys.user(user.id).pk)));
    await write('log-in-history.json', await history(`user ${user.id}`));
  }
  for (const [index, member] of members.entries()) {
    const name = (what: string) => `membership-${index + 1}-${what}`;
    await write(name('records.json'), readable(await rowsUnder(keys.member(member.id).pk)));
    await write(name('earlier-visits.json'), await archivedVisits(member, now));
    await write(name('payments.json'), await paymentsOf(member, now));
    await write(name('bank-accounts.json'), await accountsOf(member));
    await write(name('history.json'), await history(`member ${member.id}`));
    for (const signed of await signedAgreements(member.id)) {
      const bytes = await getFile('agreements', agreementFile(signed));
      if (bytes)
        await write(
          name(`agreement-${signed.signedAt.slice(0, 10)}-${signed.rowKey.slice(0, 10)}.pdf`),
          bytes,
        );
    }
  }
  await write('vouchers.json', await vouchersOf(vouchers));
  return [`All data of ${person.name} is in ${into}:`, ...written.map((name) => `  ${name}`)].join('\n');
}

/** Returns each voucher with its program and history. */
async function vouchersOf(vouchers: readonly OwnVoucher[]): Promise<object[]> {
  return Promise.all(
    vouchers.map(async ({ voucher, program }) => {
      const { tokenHash: _hash, linkNumber: _link, version: _version, ...shown } = voucher;
      return {
        ...shown,
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
  const months = Array.from({ length: monthsKept }, (_, back) => addPeriods(latest, -back));
  const found = await Promise.all(([2, 3] as const).map((type) => loadMemberPayments(member, type, months)));
  return readable(found.flat());
}

async function accountsOf({ withdrawalPayeeToken, depositPayeeToken }: Member): Promise<object[]> {
  const tokens = [withdrawalPayeeToken, depositPayeeToken].filter((token) => token !== null);
  const accounts = await loadBankAccounts([...new Set(tokens)]);
  return accounts.map(maskedAccount).map(({ payeeToken: _token, version: _version, ...shown }) => shown);
}
