import { memberIdOf } from '../../shared/bank-files/bank-run.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { leaveChanges } from '../../functions/employees/member-after-end.ts';
import { loadMember } from '../../functions/members/store.ts';
import { duesGenerations } from '../../functions/payments/generation/schedule-rows.ts';
import { beginScheduled } from '../../functions/payments/generation/scheduled-generation.ts';
import { loadTotals, totalsOf } from '../../functions/payments/lists/total-store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { client } from '../../functions/table/client.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers } from './facilities.ts';
import { setTerms } from './paycheck.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['6000']);
  await setTerms('2', { programPaymentTypeId: 3, memberDuesAmount: 30_00 });
});
resetClockAfterEach();

const idOf = (member: string, period: string) => `M-3-6-2-${member}-${period}`;
const leave = async (id: string) => {
  const { body } = await call(employees.deleteEnrollment, world.admin, {
    params: { groupMembershipEnrollmentID: id, programPaymentTypeID: 3 },
  });
  expect(body.success).toBe(true);
};
const generate = async (periodID: string) => {
  const { body } = await call(payments.generateMemberPayments, world.admin, {
    body: { programTypeID: 3, paymentTypeID: 6, partnerID: '2', periodID },
  });
  return runJob(body.jobId);
};

interface Put {
  Item?: { pk?: unknown };
}
/** A payment is written by itself or in a transaction with its ledger entry. */
interface Written extends Put {
  TransactItems?: { Put?: Put }[];
}
type Next = (request: unknown) => Promise<unknown>;
const stack = client.middlewareStack as unknown as {
  add: (middleware: unknown, options: object) => void;
  remove: (name: string) => boolean;
};
/** Runs an action once, after a generation has decided about a payment and before it writes the payment. */
function whenWritten(id: string, act: (write: () => Promise<unknown>) => Promise<unknown>): void {
  const { pk } = keys.payment(id);
  let isDone = false;
  const middleware =
    (next: Next) =>
    async ({ input, ...request }: { input: Written }) => {
      const wrote = [input, ...(input.TransactItems ?? []).map(({ Put }) => Put)];
      if (isDone || !wrote.some((candidate) => candidate?.Item?.pk === pk))
        return next({ ...request, input });
      isDone = true;
      return act(() => next({ ...request, input }));
    };
  stack.add(middleware, { step: 'initialize', name: 'when-written' });
}
afterEach(() => stack.remove('when-written'));

async function expectOnly(staying: string[], gone: string, period: string): Promise<void> {
  const found = await loadPayments([...staying, gone].map((id) => idOf(id, period)));
  expect(found.map(memberIdOf)).toEqual(staying);
  const lines = staying.length + 1; // including the world's own member
  expect(await loadTotals(lists.memberPayments(3, 6, '2', period))).toEqual({
    lines,
    total: lines * 30_00,
    amount: lines * 30_00,
    pending: lines * 30_00,
  });
}

describe('a member who leaves while dues are generated', () => {
  it('between read and write has no dues for a month without a day', async () => {
    setClock('2026-11-26T18:00:00Z');
    await addMembers('2', [
      { id: 'stays', facilityId: '6000' },
      { id: 'leaves1', facilityId: '6000' },
    ]);
    whenWritten(idOf('leaves1', '202612'), async (write) => {
      await leave('leaves1');
      return write();
    });
    const { status, tally } = await generate('202612');
    expect([status, tally.added]).toEqual(['done', 2]);
    await expectOnly(['stays'], 'leaves1', '202612');
  });

  it('has none if the worker crashed right after the write', async () => {
    setClock('2026-12-26T18:00:00Z');
    await addMembers('2', [{ id: 'leaves2', facilityId: '6000' }]);
    whenWritten(idOf('leaves2', '202701'), async (write) => {
      await leave('leaves2');
      await write();
      throw new Error('the worker died');
    });
    expect((await generate('202701')).status).toBe('done');
    await expectOnly(['stays'], 'leaves2', '202701');
  });

  it('has none in a scheduled generation, which leaves the others unchanged', async () => {
    setClock('2027-01-26T18:00:00Z');
    await addMembers('2', [{ id: 'leaves3', facilityId: '6000' }]);
    whenWritten(idOf('leaves3', '202702'), async (write) => {
      await leave('leaves3');
      return write();
    });
    for (const id of await beginScheduled('test', duesGenerations, now())) await runJob(id);
    await expectOnly(['stays'], 'leaves3', '202702');
  });

  it('returns a conflict if the dues were added after the check, and removes them at the next attempt', async () => {
    setClock('2027-02-26T18:00:00Z');
    await addMembers('2', [{ id: 'leaves4', facilityId: '6000' }]);
    const member = await loadMember('leaves4');
    const after = moveMember(member, 'leave', { today: '2027-02-26', membersPay: true, isCollecting: false });
    const before = await leaveChanges(member, after, 'admin', now());
    await generate('202703');
    await expect(transact(...before)).rejects.toThrow(
      'Dues of this member were generated just now. The membership was not changed. Try again.',
    );
    await leave('leaves4');
    await expectOnly(['stays'], 'leaves4', '202703');
  });

  it('leaves canceled dues, which count although a crashed step wrote a payment that changed since then', async () => {
    setClock('2027-03-26T18:00:00Z');
    await addMembers('2', [{ id: 'leaves5', facilityId: '6000' }]);
    await generate('202704');
    const cancel = { decision: 'cancel', reason: 'Agreed by phone.' };
    const [dues] = await loadPayments([idOf('leaves5', '202704')]);
    const { status } = await call(payments.changeStatus, world.admin, {
      body: { ...cancel, payments: [{ paymentId: dues?.id, version: dues?.version }] },
    });
    expect(status).toBe(200);
    await leave('leaves5');
    await addMembers('2', [{ id: 'added', facilityId: '6000' }]);
    const id = idOf('added', '202704');
    whenWritten(id, async (write) => {
      await write();
      const [payment] = await loadPayments([id]);
      if (payment) await transact(...paymentChange(payment, { ...payment, statusAt: now().toISOString() }));
      throw new Error('the worker died');
    });
    expect((await generate('202704')).status).toBe('done');
    const members = ['stays', 'leaves5', 'added', world.other.member.id];
    const found = await loadPayments(members.map((member) => idOf(member, '202704')));
    expect(found.map(({ status: one }) => one)).toEqual([0, 4, 0, 0]);
    expect(await loadTotals(lists.memberPayments(3, 6, '2', '202704'))).toEqual(totalsOf(found));
  });
});
