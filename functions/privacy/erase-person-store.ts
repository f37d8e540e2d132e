import { isDeepStrictEqual } from 'node:util';
import { loadMemberPayments } from '../payments/member-payments.ts';
import { signUpChange, signUpRequestChange, subjectOfSignUp } from '../employees/sign-up-store.ts';
import { keyFobChange, loadKeyFobs } from '../employees/store.ts';
import { directoryWrites } from '../integrations/scim/directory-store.ts';
import { findRequest, requestRemoved } from '../members/request-store.ts';
import { memberChange } from '../members/store.ts';
import { removePoolUser } from '../platform/user-pool.ts';
import { auditWrite } from '../table/audit.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { keys, type Key } from '../table/keys.ts';
import { parseRow } from '../table/table.ts';
import { transact } from '../table/transact.ts';
import { remove } from '../table/delete-item.ts';
import { put } from '../table/put-item.ts';
import { eraseSignOns } from '../single-sign-on/log-in-store.ts';
import { loadUser, userChange } from '../users/store.ts';
import { poolIdOf, type User } from '../users/user.ts';
import { loadPass, passRemoved } from '../visits/pass-store.ts';
import { reportEntity } from '../visits/report-store.ts';
import { visitEntity } from '../visits/store.ts';
import { lastPayrollFile } from '../payments/payroll/store.ts';
import { withoutUser } from '../../shared/employees/key-fob.ts';
import { requestKind } from '../../shared/members/member-request.ts';
import {
  erasedEventValues,
  erasedMember,
  isErasedAddress,
  keyFobNumbersInEvent,
} from '../../shared/privacy/erased-member.ts';
import { personTexts } from '../../shared/privacy/person-texts.ts';
import { addDays, addPeriods, dateInChicago, periodName, periodOf, showDate } from '../../shared/calendar.ts';
import { payrollRetainedUntil } from '../../shared/payments/payroll-file.ts';
import { plural } from '../../shared/number-words.ts';
import { deleted, invitationStatusName, type Member } from '../../shared/members/member.ts';
import { Refusal } from '../../shared/refusal.ts';
import { eraseEnteredTexts } from './entered-texts-store.ts';
import { findPerson, rowsUnder } from './person-store.ts';
import { eraseVoucher, isOpen } from './person-vouchers.ts';

/** Retained records with reasons, as listed in docs/runbook.md. */
export const whatStays = [
  'Payments, their ledger entries, and bank files, with the name: bank entries must be retained for six years (Nacha rules), payment records for seven (tax law).',
  'Payroll files of the employer, with the name, the email address, and the employee number: wage records must be retained (tax law). Each file is deleted seven years after it was made.',
  'Signed agreements and consents: they are evidence of authorization and are locked for six years.',
  'Audit events, without names, addresses, and numbers of the person: they record changes.',
  'Vouchers, without the address and the columns of the recipients file: their redemptions were counted.',
  'Visits without the name: payments and reimbursements are based on them.',
  'Uploaded files and results of uploads, bulk actions, transfers, and roster changes, with the name: they are deleted 30 days after the job.',
];

/** Days in which returns and disputes can name an account after its last payment. */
const accountRetentionDays = 730;
const monthsOfPayments = 26;

const lost = new Refusal('conflict', 'Someone else changed this record. Run the command again.');
const erasedName = 'Erased member';

/** Lists what was erased and what remains with the reason. */
export interface Erasure {
  erased: string;
  retained: string[];
}

/**
 * Erases data of a former member that need not be retained: names and addresses in member, visit, and voucher records,
 * reports, access passes, sign-ups, the login, and bank accounts without payments in two years. Resumes after an interruption.
 *
 * @param who user ID, or 'operator'
 */
export async function erasePerson(personName: string, who: string, now: Date): Promise<Erasure> {
  const person = await personToErase(personName, now);
  const { user, members, vouchers } = person;
  const retained = [...whatStays];
  for (const voucher of vouchers) await eraseVoucher(voucher, who, now);
  await eraseSignUps(person, who, now);
  const addresses = new Set([user, ...members].flatMap((record) => record?.email.toLowerCase() ?? []));
  for (const partnerId of new Set(members.map((member) => member.partnerId)))
    await eraseSignOns(partnerId, addresses, user?.id);
  // while the records have the names; a repeated erasure finds erased ones
  const named = [...members.filter(({ email }) => !isErasedAddress(email)), ...(user ? [user] : [])];
  await eraseEnteredTexts(personTexts(named), members);
  for (const member of members) retained.push(...(await eraseMember(member, who, now)));
  if (user) await eraseUser(user, who, now);
  return { erased: `${person.name} was erased: ${subjectsOf(person)}.`, retained };
}

/** Returns what an erasure would do, and changes nothing. Throws like the erasure. */
export async function previewErasure(named: string, now: Date): Promise<Erasure> {
  const person = await personToErase(named, now);
  const accounts = await Promise.all(
    person.members.map(async (member) => [
      ...accountRetained(member, await accountsRetainedUntil(member, now)),
      ...(await payrollRetained(member, now)),
    ]),
  );
  return {
    erased: `${person.name} can be erased: ${subjectsOf(person)}. Nothing was changed.`,
    retained: [...whatStays, ...accounts.flat()],
  };
}

type PersonRecord = Awaited<ReturnType<typeof findPerson>>;

const subjectsOf = ({ user, members, vouchers, signUps, requests }: PersonRecord): string =>
  [
    plural(members.length, 'membership', 'memberships'),
    ...(vouchers.length === 0 ? [] : [plural(vouchers.length, 'voucher', 'vouchers')]),
    ...(signUps.length + requests.length === 0
      ? []
      : [plural(signUps.length + requests.length, 'sign-up', 'sign-ups')]),
    ...(user ? ['the log-in'] : []),
  ].join(', ');

/** Throws Refusal if the person is not a former member. */
async function personToErase(named: string, now: Date): Promise<PersonRecord> {
  const record = await findPerson(named, now);
  const { user, members, vouchers, ...person } = record;
  if (user && user.role !== 'member')
    throw new Refusal(
      'conflict',
      `${person.name} is not a member: administrators remove managers and other administrators in the portal.`,
    );
  const going = members.find(({ invitationStatus }) => invitationStatus !== deleted);
  if (going)
    throw new Refusal(
      'conflict',
      `${going.firstName} ${going.lastName} is still a member of partner ${going.partnerId} (${invitationStatusName(going.invitationStatus)}). End the membership first. Nothing was changed.`,
    );
  const open = vouchers.find((voucher) => isOpen(voucher, dateInChicago(now)));
  if (open)
    throw new Refusal(
      'conflict',
      `${person.name} has a valid voucher of the program "${open.program.displayName}". Void it first, or wait until it is redeemed or expires. If the program is not published, upload its recipients without this address. Nothing was changed.`,
    );
  return record;
}

/** Deletes the sign-ups and the requests that were not confirmed. */
async function eraseSignUps({ signUps, requests }: PersonRecord, who: string, now: Date): Promise<void> {
  for (const signUp of signUps)
    await transact(
      ...signUpChange(signUp, null),
      auditWrite({ name: 'person erased', subject: subjectOfSignUp(signUp), who }, now),
    );
  for (const request of requests)
    await transact(
      ...signUpRequestChange(request, null),
      auditWrite({ name: 'person erased', subject: subjectOfSignUp(request), who }, now),
    );
}

/** Returns records of this membership that must be retained temporarily. */
async function eraseMember(member: Member, who: string, now: Date): Promise<string[]> {
  for (const row of await rowsUnder(keys.member(member.id).pk)) await transact(...rowErased(row));
  const pass = await loadPass(member.id);
  if (pass) await transact(...passRemoved(pass));
  const retainedUntil = await accountsRetainedUntil(member, now);
  const tokens = [member.withdrawalPayeeToken, member.depositPayeeToken].filter((token) => token !== null);
  if (retainedUntil === null) for (const token of new Set(tokens)) await eraseAccount(token);
  for (const kind of requestKind.options) {
    const request = await findRequest(member.id, kind);
    if (request) await transact(...requestRemoved(request));
  }
  await eraseFormerKeyFobs(member);
  const erased: Member = {
    ...erasedMember(member),
    ...(retainedUntil === null && { withdrawalPayeeToken: null, depositPayeeToken: null }),
  };
  await transact(
    ...memberChange(member, erased),
    ...(await directoryWrites(member, erased)),
    auditWrite({ name: 'person erased', subject: `member ${member.id}`, who }, now),
  );
  return [...accountRetained(member, retainedUntil), ...(await payrollRetained(member, now))];
}

/** Removes the person from former users of key fobs, and the person's values from the audit events. */
async function eraseFormerKeyFobs(member: Member): Promise<void> {
  const events = await rowsUnder(keys.audit(`member ${member.id}`, '', '').pk);
  const numbers = [member.formerKeyFobNumber ?? '', ...events.flatMap(keyFobNumbersInEvent)].filter(Boolean);
  for (const keyFob of await loadKeyFobs([...new Set(numbers)])) {
    const after = withoutUser(keyFob, member.id);
    if (after !== keyFob) await transact(...keyFobChange(keyFob, after));
  }
  // afterwards, because the events name the key fobs
  for (const event of events) await transact(...eventErased(event));
}

/** Returns the write of an audit event without the person's values; none if it has no such value. */
function eventErased(event: Record<string, unknown>): Change[] {
  const values = Object.fromEntries(
    ['before', 'after'].flatMap((name) => {
      const stored = event[name] as Record<string, unknown> | undefined;
      return stored ? [[name, erasedEventValues(stored)]] : [];
    }),
  );
  if (Object.entries(values).every(([name, value]) => isDeepStrictEqual(value, event[name]))) return [];
  return [{ item: put({ ...event, ...values }) }];
}

const accountRetained = (
  { id, withdrawalPayeeToken, depositPayeeToken }: Member,
  retainedUntil: string | null,
): string[] =>
  retainedUntil === null || (withdrawalPayeeToken === null && depositPayeeToken === null)
    ? []
    : [
        `The sealed bank account until ${showDate(retainedUntil)}: it was used by a payment of the last two years. Run the command again on that date with ${id}.`,
      ];

/** Returns the end of the retention of the last payroll file with the person, if there is one. */
async function payrollRetained(member: Member, now: Date): Promise<string[]> {
  const file = await lastPayrollFile(member, now);
  return file === undefined
    ? []
    : [
        `Payroll files of partner ${member.partnerId} with this person: the last one, for ${periodName(file.periodId)}, until ${showDate(payrollRetainedUntil(file))}.`,
      ];
}

/** Returns the writes that anonymize a member's row; none if it has no personal data or must be retained. */
function rowErased(row: Record<string, unknown>): Change[] {
  if (row.entity === visitEntity.name) {
    const visit = parseRow(visitEntity, row);
    if (visit.memberName === erasedName) return [];
    const memberLastName = visit.memberLastName && 'member';
    return change(visitEntity, visit, { ...visit, memberName: erasedName, memberLastName }, { lost });
  }
  if (row.entity === reportEntity.name)
    return change(reportEntity, parseRow(reportEntity, row), null, { lost });
  return [];
}

/** Returns the date until which the bank may name an account of this member; null without payments in two years. */
async function accountsRetainedUntil(member: Member, now: Date): Promise<string | null> {
  const today = dateInChicago(now);
  const months = Array.from({ length: monthsOfPayments }, (_, back) => addPeriods(periodOf(today), 1 - back));
  const payments = await Promise.all(
    ([2, 3] as const).map((type) => loadMemberPayments(member, type, months)),
  );
  const days = payments
    .flat()
    .map(({ statusAt }) => addDays(dateInChicago(new Date(statusAt)), accountRetentionDays));
  const last = days.toSorted().at(-1);
  return last !== undefined && last > today ? last : null;
}

/** Deletes the account with its earlier versions and last sent payments. */
async function eraseAccount(payeeToken: string): Promise<void> {
  const rows: Key[] = await rowsUnder(keys.bankAccount(payeeToken).pk);
  if (rows.length === 0) return;
  const all = [...rows, keys.waitingAccount(payeeToken)];
  await transact(...all.map(({ pk, sk }) => ({ item: remove({ pk, sk }) })));
}

/** Disables the record first, so that existing tokens are rejected; a repeated command continues here. */
async function eraseUser(user: User, who: string, now: Date): Promise<void> {
  if (!user.disabled)
    await transact(
      ...userChange(user, { ...user, disabled: true, emailedLink: undefined }),
      auditWrite({ name: 'person erased', subject: `user ${user.id}`, who }, now),
    );
  await removePoolUser(poolIdOf(user));
  const stored = await loadUser(user.id);
  if (stored) await transact(...userChange(stored, null));
  const left = await rowsUnder(keys.user(user.id).pk);
  if (left.length > 0) await transact(...left.map(({ pk, sk }) => ({ item: remove({ pk, sk }) })));
}
