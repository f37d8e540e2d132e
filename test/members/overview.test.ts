import { beforeAll, beforeEach, expect, it } from 'vitest';
import { paymentChange } from '../../functions/payments/store.ts';
import { auditWrite } from '../../functions/table/audit.ts';
import { transact } from '../../functions/table/transact.ts';
import { members } from '../../shared/contracts/members.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['6000', '6001']);
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

it('a member’s page has clubs, visits, payments, and events with their authors', async () => {
  await addMembers('1', [{ id: 'O1', facilityId: '6000' }]);
  const file = {
    name: 'v.csv',
    bytes: Buffer.from('Member ID,Club ID,Date\nO1,6000,10/05/2026\nO1,6000,11/06/2026\n'),
  };
  await runJob((await call(visits.importCheckIns, world.admin, { files: { file } })).body.jobId);
  await call(members.transfer, world.admin, { params: { facilityId: '6001' }, body: ['O1'] });
  const dues = { kind: 'member', memberId: 'O1', programPaymentTypeId: 3, paymentTypeId: 6 } as const;
  await transact(...paymentChange(null, somePayment({ ...dues, id: 'M-3-6-1-O1-202610' })));
  const refund = somePayment({ ...dues, paymentTypeId: 7, id: 'M-3-7-1-O1-202610-dues' });
  const reason = { ...refund.reason, rule: 'dues paid back 1' };
  await transact(...paymentChange(null, { ...refund, reason }));
  const { status, body } = await call(members.overview, world.admin, { params: { memberId: 'O1' } });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    partnerName: 'Partner 1',
    row: { memberID: 'O1', facilityIDNumber: '6001' },
    stays: [
      { facilityId: '6001', facilityName: 'Harbor Gym 6001', from: '2026-11-20', to: null },
      { facilityId: '6000', facilityName: 'Harbor Gym 6000', from: '2026-09-05', to: '2026-11-20' },
    ],
    visits: [
      { periodId: '202611', count: 1 },
      { periodId: '202610', count: 1 },
    ],
    payments: [
      { periodId: '202610', paymentTypeName: 'GM member dues' },
      { periodId: '202610', paymentTypeName: 'Refund of dues' },
    ],
    agreements: [],
    history: [
      { what: 'Transferred from facility 6000 to 6001 on 11/20/2026', who: 'Ada Okafor', isEmail: false },
    ],
  });
  expect((await call(members.overview, world.admin, { params: { memberId: 'nobody' } })).status).toBe(404);
  expect((await call(members.overview, world.own.manager, { params: { memberId: 'O1' } })).status).toBe(403);
});

it('lists the emails about returned and paid payments among the emails sent', async () => {
  await addMembers('1', [{ id: 'O2', facilityId: '6000' }]);
  for (const [minute, name] of (
    ['member told of return', 'member told of reimbursement'] as const
  ).entries()) {
    const event = { name, subject: 'member O2', partnerId: '1', who: 'operator' };
    await transact(auditWrite(event, new Date(`2026-11-20T16:0${minute}:00Z`)));
  }
  const { body } = await call(members.overview, world.admin, { params: { memberId: 'O2' } });
  expect(body.history).toMatchObject([
    { what: 'Reimbursement emailed', isEmail: true },
    { what: 'Return or change by the bank emailed', isEmail: true },
  ]);
});
