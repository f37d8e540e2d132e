import { beforeAll, describe, expect, it } from 'vitest';
import { loadPayment } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { members } from '../../shared/contracts/members.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { useTwoAdministrators } from '../bank-files/runs.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { addFacilities } from './facilities.ts';
import { setTerms } from './paycheck.ts';
import {
  addEnrolled,
  facilityPayment,
  generate,
  markSent,
  partnerPayment,
  runNinth,
  sharedProgram,
  totalsOf,
} from './share-lifecycles.ts';

const [world, second] = useTwoAdministrators();
resetClockAfterEach();
beforeAll(async () => {
  await addFacilities(['6700', '6701', '6702', '6703', '6704', '6705']);
  await sharedProgram();
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', now());
});

const cancel = async (paymentId: string) => {
  const { version } = await loadPayment(paymentId);
  const body = { decision: 'cancel', reason: 'Canceled by mistake.', payments: [{ paymentId, version }] };
  expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
};
/** Requests and approves that a payment is paid again. */
async function payAgain(paymentId: string) {
  const request = async (admin: typeof second, reason: object) =>
    call(payments.payAgain, admin, {
      params: { paymentId },
      body: { version: (await loadPayment(paymentId)).version, ...reason },
    });
  await request(world.admin, { reason: 'Canceled by mistake.' });
  return request(second, {});
}

const transfer = async (id: string, facilityId: string, day: string) => {
  setClock(`${day}T16:00:00Z`);
  const { body } = await call(members.transfer, world.admin, { params: { facilityId }, body: [id] });
  expect(body.data).toMatchObject([{ success: true }]);
};

describe('a canceled payment that is paid again', () => {
  it('does not pay a second club for a member who moved', async () => {
    setClock('2026-11-05T16:00:00Z');
    await addEnrolled('mover', '6700', '2026-11-02', { invitationStatus: 4, activatedOn: '2026-11-02' });
    setClock('2026-11-15T16:00:00Z');
    await generate(world, '202611');
    const first = facilityPayment('6700', '202611');
    await cancel(first);
    setClock('2026-11-20T16:00:00Z');
    await call(members.transfer, world.admin, { params: { facilityId: '6701' }, body: ['mover'] });
    await runNinth('2026-12-09');
    setClock('2026-12-10T16:00:00Z');
    const other = facilityPayment('6701', '202611');
    expect(await loadPayment(other)).toMatchObject({ status: 0, amountToBeSent: 20_00 });
    const refused = await payAgain(first);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('in the payment of Harbor Gym 6701 for November 2026'),
    ]);
    expect(await loadPayment(first)).toMatchObject({ status: 4 });
    await cancel(other);
    expect((await payAgain(first)).body).toMatchObject({ approved: true });
    expect((await payAgain(other)).status).toBe(409);
  });

  it('does not pay a second club if a correction used up the payment of the first one', async () => {
    const active = { invitationStatus: 4, activatedOn: '2028-10-02' } as const;
    setClock('2028-10-05T16:00:00Z');
    await addEnrolled('left', '6703', '2028-10-02', active);
    await addEnrolled('came', '6705', '2028-10-02', active);
    setClock('2028-10-16T16:00:00Z');
    await generate(world, '202810');
    await markSent(facilityPayment('6703', '202810'));
    await transfer('left', '6704', '2028-10-20');
    await runNinth('2028-11-09');
    setClock('2028-11-15T16:00:00Z');
    await generate(world, '202811');
    const canceled = facilityPayment('6705', '202811');
    await cancel(canceled);
    await transfer('came', '6703', '2028-11-20');
    setClock('2028-12-10T16:00:00Z');
    await generate(world, '202811');
    const usedUp = facilityPayment('6703', '202811');
    expect(await loadPayment(usedUp)).toMatchObject({ status: 4, totalPayment: 0 });
    expect(await totalsOf(facilityPayment('6704', '202811'))).toEqual([40_00]);
    expect((await payAgain(canceled)).body.message).toContain('in the payment of Harbor Gym 6703');
  });

  it('is refused for a month before the program began', async () => {
    setClock('2027-02-12T16:00:00Z');
    await addEnrolled('early', '6702', '2027-01-02', { invitationStatus: 4, activatedOn: '2027-01-02' });
    await generate(world, '202701');
    const ids = [facilityPayment('6702', '202701'), partnerPayment('202701')];
    for (const id of ids) await cancel(id);
    await setTerms('2', { launchDate: '2027-03-01' });
    for (const id of ids) {
      const { status, body } = await payAgain(id);
      expect([status, body.message]).toEqual([
        409,
        'The program began after this month, so nothing is owed. Nothing was changed.',
      ]);
    }
  });
});
