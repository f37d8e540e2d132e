import { beforeAll, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import type { BankAccountRecord } from '../../functions/bank-accounts/account-record.ts';
import { accountChange } from '../../functions/bank-accounts/account-write-store.ts';
import { memberChange, loadMember } from '../../functions/members/store.ts';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { accounts } from '../../shared/contracts/accounts.ts';
import { addDays, nextPeriod, periodStart } from '../../shared/calendar.ts';
import { activated, suspended } from '../../shared/members/member.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { typedAccount } from '../accounts/examples.ts';
import { active, addDues, chargeMembers, filterOf, memberRuns, testDues } from '../bank-files/member-runs.ts';
import { setClock, useBankWorld } from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { createUser } from '../users/person.ts';
import { proveMonth } from './prove.ts';

const world = useBankWorld();
beforeAll(chargeMembers);
const { sendAll, returnAll } = memberRuns(() => world.admin);

let month = '203401';
/** Sends the dues of a new member; the dues of the next month are Pending. */
async function sentDues(id: string) {
  month = nextPeriod(nextPeriod(month));
  setClock(`${periodStart(month).slice(0, 8)}03T15:00:00Z`);
  const user = await createUser({ memberIds: [id], memberPartnerIds: ['2'] });
  await testDues(id, month, { ...active, facilityId: '4100', userId: user.id });
  const { text } = await sendAll(filterOf(6, month));
  const next = await addDues(id, nextPeriod(month));
  return { id, user, text, next };
}
const inNextMonth = (day = '04') => setClock(`${periodStart(nextPeriod(month)).slice(0, 8)}${day}T15:00:00Z`);

async function changeAccount(id: string, change: Partial<BankAccountRecord>): Promise<BankAccountRecord> {
  const account = defined(await loadBankAccount(`payee-${id}`));
  await transact(...accountChange(account, { ...account, ...change }));
  return account;
}
/** Sends the dues of the next month as if the account had no end of its use. */
async function sendDespite(id: string): Promise<Partial<BankAccountRecord>> {
  const { authorizationEnded, held } = await changeAccount(id, { authorizationEnded: null, held: null });
  const member = defined(await loadMember(id));
  const invitationStatus = member.invitationStatus === suspended ? activated : member.invitationStatus;
  await transact(
    ...memberChange(member, { ...member, invitationStatus, accountInvalidatedOn: null, leavingOn: null }),
  );
  await sendAll(filterOf(6, nextPeriod(month)));
  return { ...(authorizationEnded && { authorizationEnded }), ...(held && { held }) };
}
async function findings(periodId = nextPeriod(month)) {
  const { rows } = await proveMonth(world.admin, periodId);
  return (rows as { findings: { paymentId: string; problem: string }[] }[]).flatMap((row) => row.findings);
}

it('reports a debit that was sent after the member revoked the authorization', async () => {
  const { id, user } = await sentDues('L1');
  const body = { memberGuid: id };
  expect((await call(accounts.withdrawAuthorization, user, { body })).status).toBe(200);
  month = nextPeriod(month);
  const later = await addDues(id, nextPeriod(month));
  inNextMonth();
  const end = await sendDespite(id);
  expect(await findings()).toEqual([]);
  await changeAccount(id, end);
  expect(await findings()).toMatchObject([
    { paymentId: later.id, problem: 'It was withdrawn after the authorization was revoked.' },
  ]);
});

it('reports no debit that was too close to stop and was returned later', async () => {
  const { id, user, next } = await sentDues('L8');
  inNextMonth('06');
  const from = `${periodStart(nextPeriod(month)).slice(0, 8)}07`;
  const announced = { amount: 30_00, from, until: addDays(from, 20), sentOn: addDays(from, -10) };
  const dues = await loadPayment(next.id);
  await transact(...paymentChange(dues, { ...dues, announced } as Payment));
  const body = { memberGuid: id };
  expect((await call(accounts.withdrawAuthorization, user, { body })).status).toBe(200);
  const { text } = await sendAll(filterOf(6, nextPeriod(month)));
  inNextMonth('09');
  await returnAll(text, 'R16');
  expect(await loadBankAccount(`payee-${id}`)).toMatchObject({
    held: { code: 'R16' },
    authorizationEnded: { code: null },
  });
  expect(await findings()).toEqual([]);
});

it.each([
  [
    'R10',
    'It was withdrawn after the bank returned another withdrawal of the account as not authorized (R10).',
  ],
  ['R16', 'It was withdrawn although the bank had refused the account (R16).'],
])('reports a debit that was sent after another one was returned (%s)', async (code, problem) => {
  const { id, text, next } = await sentDues(`L2-${code}`);
  await returnAll(text, code);
  inNextMonth();
  const end = await sendDespite(id);
  // without an end of its use on the account, the return itself is the reason
  expect(await findings()).toMatchObject([
    {
      paymentId: next.id,
      problem: `It was withdrawn after the bank returned another withdrawal of the account (${code}).`,
    },
  ]);
  await changeAccount(id, end);
  expect(await findings()).toMatchObject([{ paymentId: next.id, problem }]);
  expect(await findings(month)).toEqual([]);
});

it('reports a debit that was sent between the end of the authorization and a new one', async () => {
  const { id, user, text, next } = await sentDues('L3');
  await returnAll(text, 'R10');
  inNextMonth();
  await changeAccount(id, await sendDespite(id));
  inNextMonth('12');
  const own = { ...typedAccount, isAuthorized: true };
  const body = { memberGuid: id, bankAccount: own };
  expect((await call(accounts.saveBankingInfo, user, { body })).status).toBe(200);
  expect(await findings()).toMatchObject([
    { paymentId: next.id, problem: 'It was withdrawn while the account was not authorized or not usable.' },
  ]);
});

it('accepts debits after a new authorization of the same account', async () => {
  const { id, user } = await sentDues('L4');
  const own = { ...typedAccount, isAuthorized: true };
  const save = () => call(accounts.saveBankingInfo, user, { body: { memberGuid: id, bankAccount: own } });
  inNextMonth();
  expect((await save()).status).toBe(200);
  inNextMonth('06');
  const { text } = await sendAll(filterOf(6, nextPeriod(month)));
  await returnAll(text, 'R10');
  month = nextPeriod(month);
  await addDues(id, nextPeriod(month));
  inNextMonth();
  expect((await save()).status).toBe(200);
  inNextMonth('06');
  await sendAll(filterOf(6, nextPeriod(month)));
  expect(await findings()).toEqual([]);
});
