import { beforeAll, describe, expect, it } from 'vitest';
import { loadPayment } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { members } from '../../shared/contracts/members.ts';
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
  runNinth,
  sharedProgram,
  stepsOf,
  totalsOf,
} from './share-lifecycles.ts';

const world = useWorld();
const active = { invitationStatus: 4, activatedOn: '2026-10-02' } as const;
const transfer = async (id: string, facilityId: string, day: string) => {
  setClock(`${day}T16:00:00Z`);
  const { body } = await call(members.transfer, world.admin, { params: { facilityId }, body: [id] });
  expect(body.data).toMatchObject([{ success: true, message: 'Transferred' }]);
};
const october = (id: string) => facilityPayment(id, '202610');
const november = (id: string) => facilityPayment(id, '202611');
const december = (id: string) => facilityPayment(id, '202612');
const preview = async () =>
  (
    await call(payments.previewFacilityPayments, world.admin, {
      query: { programPaymentTypeID: 3, partnerID: '2', periodID: '202611' },
    })
  ).body;

beforeAll(async () => {
  await addFacilities(['6800', '6801', '6802', '6803', '6804']);
  await sharedProgram();
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', now());
  setClock('2026-10-05T16:00:00Z');
  const at: [id: string, facility: string][] = [
    ['m0', '6800'],
    ['m1', '6800'],
    ['here', '6802'],
    ['goes', '6803'],
    ['stays', '6803'],
    ['alone', '6804'],
  ];
  for (const [id, facility] of at) await addEnrolled(id, facility, '2026-10-02', active);
  setClock('2026-10-16T16:00:00Z');
  await generate(world, '202610');
  await markSent(october('6800'));
  await transfer('m1', '6801', '2026-10-20');
  await runNinth('2026-11-09');
  setClock('2026-11-15T16:00:00Z');
  await generate(world, '202611');
});
resetClockAfterEach();

describe('a deduction whose other part is in a payment that is not replaced', () => {
  it('stays covered after transfers, so that no facility is debited', async () => {
    expect(await totalsOf(november('6800'), november('6801'))).toEqual([0, 40_00]);
    await transfer('m0', '6801', '2026-11-20');
    const steps = await stepsOf(november('6800'));
    await runNinth('2026-12-09');
    expect(await totalsOf(november('6800'), november('6801'))).toEqual([0, 40_00]);
    await markSent(november('6801'));
    setClock('2026-12-10T16:00:00Z');
    await generate(world, '202611');
    expect(await totalsOf(november('6800'), november('6801'))).toEqual([0, 40_00]);
    expect(await stepsOf(november('6800'))).toEqual(steps);
    expect(await loadPayment(november('6800'))).toMatchObject({ status: 4, amountToBeSent: 0 });
  });
});

describe('a month that a pending payment counts before the member moves to a facility that was paid', () => {
  it('stays in the pending payment, and is corrected after that was sent', async () => {
    await markSent(november('6802'));
    await transfer('goes', '6802', '2026-11-20');
    await transfer('alone', '6802', '2026-11-20');
    setClock('2026-12-10T16:00:00Z');
    expect(await preview()).toMatchObject({ changed: 0, removed: 0 });
    await generate(world, '202611');
    expect(await totalsOf(...['6802', '6803', '6804'].map(november))).toEqual([20_00, 40_00, 20_00]);
    await markSent(november('6803'));
    await markSent(november('6804'));
    await runNinth('2027-01-09');
    // the facility of the member who was alone has nothing to deduct from, so that it keeps the month
    expect(await totalsOf(...['6802', '6803', '6804'].map(december))).toEqual([80_00, 0, undefined]);
    expect(await stepsOf(december('6802'))).toContainEqual(
      'Correction: 1 member of November transferred here after another club was paid × dues for one member: 20',
    );
  });
});
