import { beforeAll, describe, expect, it } from 'vitest';
import { loadBankAccount } from '../../functions/bank-accounts/account-read-store.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import type { User } from '../../functions/users/user.ts';
import { addBankingDays, addDays, nextPeriod, periodStart } from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { proveMonth } from '../ledger/prove.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { active, addDues, chargeMembers, filterOf, memberRuns, stored, testDues } from './member-runs.ts';
import { finishEverything, outboxText, pin, setClock, useTwoAdministrators } from './runs.ts';

const [world, second] = useTwoAdministrators();
beforeAll(chargeMembers);
const { check, sendAll, returnAll } = memberRuns(() => world.admin);

let month = '203201';
/** Sends the dues of a new member, and reverses them. */
async function withReversedDues(id: string) {
  month = nextPeriod(nextPeriod(month));
  setClock(`${periodStart(month).slice(0, 8)}03T15:00:00Z`);
  const dues = await testDues(id, month, { ...active, facilityId: '4100' });
  const { text, fileId } = await sendAll(filterOf(6, month));
  const body = { reason: 'amount', note: 'The wrong amount was sent.', pin };
  const reverse = (admin: User) =>
    call(bankFiles.reverseFile, admin, { params: { bankFileId: fileId }, body });
  await reverse(world.admin);
  const { bankFileId } = (await reverse(second)).body;
  await finishEverything();
  expect(await stored(dues.id)).toMatchObject({ status: 4 });
  return { dues, text, reversal: await loadBankFile(defined(bankFileId)) };
}

/** Returns why the dues of the next month are not sent. */
async function reasonsOfNextMonth(id: string): Promise<string[]> {
  const next = nextPeriod(month);
  await addDues(id, next);
  setClock(`${periodStart(next).slice(0, 8)}03T15:00:00Z`);
  return (await check(filterOf(6, next))).excluded.map(({ reason }) => reason);
}

async function payAgain(id: string): Promise<void> {
  const request = async (admin: User, body: object) => {
    const { version } = defined(await stored(id));
    return call(payments.payAgain, admin, { params: { paymentId: id }, body: { version, ...body } });
  };
  expect((await request(world.admin, { reason: 'Reversed by mistake.' })).status).toBe(200);
  expect((await request(second, {})).body).toMatchObject({ approved: true });
}

describe('the account of a reversed debit', () => {
  it('is not debited after the debit is also returned', async () => {
    const { dues, text } = await withReversedDues('Z1');
    await returnAll(text, 'R02');
    expect(await loadBankAccount(defined(dues.payeeToken))).toMatchObject({ held: { code: 'R02' } });
    expect(await loadMember('Z1')).toMatchObject({ invitationStatus: 5 });
    expect(await reasonsOfNextMonth('Z1')).toEqual([expect.stringContaining('new bank details')]);
  });

  it('is not debited after the reversal could not be credited', async () => {
    const { reversal } = await withReversedDues('Z2');
    await returnAll(await outboxText(reversal.name), 'R02');
    expect(await reasonsOfNextMonth('Z2')).toEqual([expect.stringContaining('new bank details')]);
  });

  it('is not debited after a return that arrives when the payment was sent again', async () => {
    const { dues, text, reversal } = await withReversedDues('Z3');
    setClock(`${addDays(addBankingDays(reversal.effectiveDate, 2), 1)}T15:00:00Z`);
    await payAgain(dues.id);
    await sendAll(filterOf(6, month));
    const { entries } = await returnAll(text, 'R10');
    expect(entries).toMatchObject([{ status: 'case', reason: expect.stringContaining('R62') }]);
    expect(await stored(dues.id)).toMatchObject({
      status: 2,
      attempts: [{ returned: { code: 'R10' } }, { returned: null }],
    });
    const { rows } = await proveMonth(world.admin, month);
    expect(
      (rows as { findings: { paymentId: string }[] }[]).flatMap(({ findings }) => findings),
    ).toMatchObject([
      { paymentId: dues.id, problem: 'It was reversed and also returned, so it was paid back twice.' },
    ]);
    expect(await reasonsOfNextMonth('Z3')).toEqual([expect.stringContaining('not authorized (R10)')]);
  });
});
