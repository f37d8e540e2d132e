import { beforeAll, describe, expect, it } from 'vitest';
import { loadPayment, loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { members } from '../../shared/contracts/members.ts';
import { movePayment } from '../../shared/payments/payment-moves.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities } from './facilities.ts';
import {
  addEnrolled,
  facilityPayment,
  generate,
  markSent,
  move,
  runNinth,
  sharedProgram,
  stepsOf,
  totalsOf,
} from './share-lifecycles.ts';

const world = useWorld();
const facilities = Array.from({ length: 12 }, (_, index) => String(6600 + index));
const active = { invitationStatus: 4, activatedOn: '2026-11-02' } as const;
const transfer = async (id: string, facilityId: string, day: string) => {
  setClock(`2026-11-${day}T16:00:00Z`);
  const { body } = await call(members.transfer, world.admin, { params: { facilityId }, body: [id] });
  expect(body.data).toMatchObject([{ success: true, message: 'Transferred' }]);
};
const november = (...ids: string[]) => totalsOf(...ids.map((id) => facilityPayment(id, '202611')));
const december = (...ids: string[]) => totalsOf(...ids.map((id) => facilityPayment(id, '202612')));

beforeAll(async () => {
  await addFacilities(facilities);
  await sharedProgram();
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', now());
  setClock('2026-11-05T16:00:00Z');
  const at: [id: string, facility: string][] = [
    ['alone', '6600'],
    ['moves', '6602'],
    ['stays', '6602'],
    ['there', '6603'],
    ['twice', '6604'],
    ['held', '6606'],
    ['canceled', '6607'],
    ['pending', '6609'],
    ['resumes', '6611'],
  ];
  for (const [id, facility] of at) await addEnrolled(id, facility, '2026-11-02', active);
  await move('resumes', 'hold', { today: '2026-11-02' });
  setClock('2026-11-15T16:00:00Z');
  await generate(world, '202611');
  for (const facility of ['6600', '6602', '6603', '6604', '6606'])
    await markSent(facilityPayment(facility, '202611'));
  const canceled = await loadPayment(facilityPayment('6607', '202611'));
  const at16 = { at: '2026-11-16T16:00:00.000Z' };
  await transact(...paymentChange(canceled, movePayment(canceled, 'cancel', at16)));
  await transfer('alone', '6601', '20');
  await transfer('moves', '6603', '20');
  await transfer('twice', '6605', '18');
  await transfer('twice', '6604', '20');
  await transfer('canceled', '6608', '20');
  await transfer('pending', '6610', '20');
  await move('held', 'hold', { today: '2026-11-18' });
  await move('resumes', 'resume', { today: '2026-11-25' });
  await runNinth('2026-12-09');
});
resetClockAfterEach();

describe('a month that was generated and sent before it ended', () => {
  it('pays one facility for a member who was transferred later, and explains why', async () => {
    expect(await november('6600', '6601')).toEqual([20_00, 0]);
    const id = facilityPayment('6601', '202611');
    expect(await loadPayment(id)).toMatchObject({ status: 4, numberOfMembersWhoWillBePaid: 0 });
    const why = await call(payments.reason, world.admin, {
      params: { paymentId: id },
      query: { partnerId: '2' },
    });
    expect(why.body.steps).toContainEqual({
      what: '1 member not counted: in the payment of Harbor Gym 6600 for November',
      amount: 0,
    });
  });

  it('pays one facility for members who were transferred twice, and for members on hold', async () => {
    expect(await november('6604', '6605', '6606')).toEqual([20_00, undefined, 20_00]);
  });

  it('pays the new facility if the payment of the old one was canceled', async () => {
    expect(await november('6607', '6608')).toEqual([20_00, 20_00]);
    expect(await loadPayment(facilityPayment('6607', '202611'))).toMatchObject({ status: 4 });
    expect(await loadPayment(facilityPayment('6608', '202611'))).toMatchObject({ status: 0 });
  });

  it('pays one facility if the old payment waits, and the new one when it is regenerated', async () => {
    expect(await november('6609', '6610')).toEqual([20_00, 0]);
    setClock('2026-12-10T16:00:00Z');
    await generate(world, '202611');
    expect(await november('6609', '6610')).toEqual([undefined, 20_00]);
    expect(await november('6600', '6601')).toEqual([20_00, 0]);
  });

  it('corrects the next payments of both facilities, and none below zero', async () => {
    await runNinth('2027-01-09');
    expect(await stepsOf(facilityPayment('6602', '202612'))).toEqual([
      '1 member activated at the club in December 2026 × dues for one member: 20',
      'Correction: 1 member of November transferred to another club after this one was paid × dues for one member: -20',
    ]);
    expect(await stepsOf(facilityPayment('6603', '202612'))).toEqual([
      '2 members activated at the club in December 2026 × dues for one member: 40',
      'Correction: 1 member of November transferred here after another club was paid × dues for one member: 20',
    ]);
    expect(await december('6602', '6603')).toEqual([0, 60_00]);
    // this member's first facility has nothing to deduct from
    expect(await december('6600', '6601')).toEqual([undefined, 20_00]);
    expect(await december('6604', '6605', '6607', '6608')).toEqual([20_00, undefined, undefined, 20_00]);
  });

  it('adds a member who counted only later in the month to the next payment', async () => {
    expect(await stepsOf(facilityPayment('6611', '202612'))).toEqual([
      '1 member activated at the club in December 2026 × dues for one member: 20',
    ]);
    expect(await november('6611')).toEqual([20_00]);
  });

  it('keeps its corrections if one of the two payments is sent and the other is regenerated', async () => {
    await markSent(facilityPayment('6603', '202612'));
    setClock('2027-01-10T16:00:00Z');
    await generate(world, '202612');
    expect(await december('6602', '6603')).toEqual([0, 60_00]);
    await runNinth('2027-02-09');
    const ids = ['6602', '6603', '6600', '6601'].map((facility) => facilityPayment(facility, '202701'));
    expect(await totalsOf(...ids)).toEqual([20_00, 40_00, undefined, 20_00]);
    expect((await loadPayments(ids)).flatMap(({ reason }) => reason.groups ?? [])).toEqual([]);
  });
});
