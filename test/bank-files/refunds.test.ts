import { beforeAll, describe, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import type { User } from '../../functions/users/user.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { duesPaidBackId } from '../../shared/payments/dues-paid-back.ts';
import type { MemberPayment } from '../../shared/payments/payment.ts';
import { nextPeriod, periodStart } from '../../shared/calendar.ts';
import { call } from '../support/call.ts';
import { active, chargeMembers, filterOf, testDues, memberRuns, stored } from './member-runs.ts';
import { finishEverything, pin, setClock, useTwoAdministrators } from './runs.ts';
import { proveMonth } from '../ledger/prove.ts';
import { sized } from '../support/sized.ts';

const [world, second] = useTwoAdministrators();
beforeAll(chargeMembers);

const { check, confirm, sendAll, returnAll, settle } = memberRuns(() => world.admin);

const remove = (id: string) =>
  call(employees.deleteEnrollment, world.admin, {
    params: { groupMembershipEnrollmentID: id, programPaymentTypeID: 2 },
  });
const statusOf = async (id: string) => (await stored(id))?.status;

let month = '202612';
async function refunded(id: string) {
  const before = month;
  month = nextPeriod(month);
  const periodId = month;
  setClock(`${periodStart(before).slice(0, 8)}28T15:00:00Z`);
  const dues = await testDues(id, periodId, active);
  const file = await sendAll(filterOf(6, periodId));
  expect((await remove(id)).body).toMatchObject({ success: true, effectiveDate: periodStart(periodId) });
  const refundId = duesPaidBackId(dues);
  expect(await statusOf(refundId)).toBe(0);
  const on = (day: string) => setClock(`${periodStart(periodId).slice(0, 8)}${day}T15:00:00Z`);
  const later = () => setClock(`${periodStart(nextPeriod(periodId)).slice(0, 8)}22T15:00:00Z`);
  return { periodId, dues, refundId, file, refunds: filterOf(7, periodId), on, later };
}
const reasonOf = async ({ id }: Pick<MemberPayment, 'id'>) =>
  (await call(payments.reason, world.admin, { params: { paymentId: id }, query: { partnerId: '2' } })).body;
async function findings(periodId: string): Promise<{ paymentId: string; error: string }[]> {
  const { rows } = await proveMonth(world.admin, periodId);
  return (rows as { findings: [] }[]).flatMap((row) => row.findings);
}
const decide = async (id: string, decision: 'cancel' | 'markSentExternally') =>
  (
    await call(payments.changeStatus, world.admin, {
      body: {
        decision,
        reason: 'Agreed with the member.',
        payments: [{ paymentId: id, version: (await stored(id))?.version ?? 0 }],
      },
    })
  ).body;

describe('a refund of dues', () => {
  it('waits until the dues settle, then is sent once', async () => {
    const { periodId, refunds, later, dues, refundId, file } = await refunded('A1');
    later();
    const waits =
      'The dues that this refund repays have not settled. The refund waits until they are completed.';
    expect((await check(refunds)).excluded).toMatchObject([{ memberId: 'A1', reason: waits }]);
    expect(await decide(refundId, 'markSentExternally')).toMatchObject({
      changed: 0,
      refused: [{ message: `${waits} Nothing was changed.` }],
    });
    await settle(file);
    expect(await statusOf(dues.id)).toBe(5);
    const { text } = await sendAll(refunds);
    expect(text.match(/^622.*0000003000.*$/gm)).toHaveLength(1);
    expect(await statusOf(refundId)).toBe(2);
    expect(await findings(periodId)).toEqual([]);
  });

  it.each(sized(['R01', 'R10'], ['R01', 'R02', 'R10', 'R08']))(
    'is canceled when the bank returns the dues (%s)',
    async (code) => {
      const id = `B${code}`;
      const { periodId, refunds, on, later, dues, refundId, file } = await refunded(id);
      on('06');
      const { entries } = await returnAll(file.text, code);
      expect(entries[0].reason).toContain('The refund of these dues was canceled.');
      expect(entries[0].reason).not.toContain('next run');
      expect([await statusOf(dues.id), await statusOf(refundId)]).toEqual([3, 4]);
      expect((await reasonOf({ id: refundId })).history.at(-1)).toMatchObject({
        what: 'Canceled by HC',
        reason: `The bank returned the dues (${code}), so there is nothing to pay back.`,
      });
      later();
      expect((await check(refunds)).excluded.map(({ memberId }) => memberId)).not.toContain(id);
      expect((await check(filterOf(6, periodId))).excluded).toContainEqual(
        expect.objectContaining({
          memberId: id,
          reason: 'These dues were to be refunded when they were returned, so they are not collected again.',
        }),
      );
      expect(await findings(periodId)).toEqual([]);
    },
  );

  it('opens a case and a proof finding if it was paid before a late return', async () => {
    const { periodId, refunds, later, refundId, file } = await refunded('C1');
    await settle(file);
    later();
    await sendAll(refunds);
    const { entries, status } = await returnAll(file.text, 'R10');
    expect(status).toBe('review');
    expect(entries[0]).toMatchObject({ status: 'case' });
    expect(entries[0].reason).toContain('The refund of these dues, $30.00, was paid');
    expect(await findings(periodId)).toMatchObject([
      { paymentId: refundId, problem: 'It was paid, but the dues that it repays were returned or reversed.' },
    ]);
  });

  it('in a bank file opens a case when the dues are returned, and is canceled with that file', async () => {
    const { refunds, later, refundId, file } = await refunded('D1');
    await settle(file);
    later();
    const { reserve, send } = await confirm(refunds);
    await reserve();
    const { entries } = await returnAll(file.text, 'R01');
    expect(entries[0]).toMatchObject({ status: 'case' });
    expect(entries[0].reason).toContain('is in a bank file');
    expect((await send()).message).toContain('were returned');
    expect(await statusOf(refundId)).toBe(4);
  });

  it('opens a case if it was marked as Sent Externally before a late return', async () => {
    const { periodId, refundId, file } = await refunded('E1');
    await settle(file);
    expect(await decide(refundId, 'markSentExternally')).toMatchObject({ changed: 1 });
    const { entries } = await returnAll(file.text, 'R07');
    expect(entries[0].reason).toContain('The refund of these dues, $30.00, was paid');
    expect(await findings(periodId)).toContainEqual(expect.objectContaining({ paymentId: refundId }));
  });
});

describe('a reversal of dues with a refund', () => {
  const reverse = (user: User, bankFileId: string, overrides: object = {}) =>
    call(bankFiles.reverseFile, user, {
      params: { bankFileId },
      body: { reason: 'duplicate', note: 'Sent twice by mistake.', ...overrides },
    });

  it('cancels the refund', async () => {
    const { on, dues, refundId, file } = await refunded('R1');
    on('02');
    await reverse(world.admin, file.fileId);
    expect((await reverse(second, file.fileId, { pin })).body).toMatchObject({ confirmed: true });
    await finishEverything();
    expect([await statusOf(dues.id), await statusOf(refundId)]).toEqual([4, 4]);
    expect((await reasonOf({ id: refundId })).history.at(-1)).toMatchObject({
      reason: 'The dues were reversed, so there is nothing to refund.',
    });
    expect(await loadMember('R1')).toMatchObject({ invitationStatus: 6 });
  });

  it('is rejected after the refund is in a bank file or was paid', async () => {
    const { dues, refundId, file } = await refunded('R2');
    await settle(file);
    expect(await decide(refundId, 'markSentExternally')).toMatchObject({ changed: 1 });
    expect((await reverse(world.admin, file.fileId)).status).toBe(409);
    expect([await statusOf(dues.id), await statusOf(refundId)]).toEqual([5, 6]);
  });
});
