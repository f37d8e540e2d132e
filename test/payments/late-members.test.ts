import { beforeAll, describe, expect, it } from 'vitest';
import { groupMembershipEntity, loadGroupMembership } from '../../functions/group-memberships/store.ts';
import { loadPayment, loadPayments } from '../../functions/payments/store.ts';
import { change } from '../../functions/table/change.ts';
import { transact } from '../../functions/table/transact.ts';
import { withTermsFrom } from '../../shared/group-memberships/terms-versions.ts';
import { members } from '../../shared/contracts/members.ts';
import { Refusal } from '../../shared/refusal.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers } from './facilities.ts';
import {
  addEnrolled,
  facilityPayment,
  generate,
  move,
  partnerPayment,
  runNinth,
  sharedProgram,
  stepsOf,
  totalsOf,
} from './share-lifecycles.ts';

const world = useWorld();

async function changePrice(
  fromPeriod: string,
  duesForOneMemberPerMonthPaidToFacility: number,
): Promise<void> {
  const terms = await loadGroupMembership('2');
  if (!terms) throw new Error('partner 2 has no program');
  const after = { ...terms, duesForOneMemberPerMonthPaidToFacility };
  await transact(
    ...change(groupMembershipEntity, terms, withTermsFrom(terms, after, { fees: fromPeriod }, '2026-11-20'), {
      lost: new Refusal('conflict', 'lost'),
    }),
  );
}

beforeAll(async () => {
  await addFacilities(['6500', '6501', '6502']);
  await sharedProgram();
  await changePrice('202612', 22_00);
  await changePrice('202701', 25_00);
  await addMembers('2', [{ id: 'early', facilityId: '6500' }]);
  setClock('2026-11-28T16:00:00Z');
  await addEnrolled('later', '6500', '2026-11-28');
  await addEnrolled('alone', '6501', '2026-11-28');
  await addEnrolled('mover', '6501', '2026-11-28');
});
resetClockAfterEach();

describe('a member who is activated after months were generated', () => {
  it('is not in the payments of those months', async () => {
    await runNinth('2026-12-09');
    setClock('2026-12-12T16:00:00Z');
    const moved = await call(members.transfer, world.admin, {
      params: { facilityId: '6502' },
      body: ['mover'],
    });
    expect(moved.body.data).toMatchObject([{ success: true }]);
    await runNinth('2027-01-09');
    const [facility, partner] = await loadPayments([
      facilityPayment('6500', '202611'),
      partnerPayment('202611'),
    ]);
    expect(facility?.reason.memberIds).toEqual(['early']);
    expect(partner?.reason.memberIds).toEqual(['M21', 'early']);
    expect(await totalsOf(facilityPayment('6501', '202612'), facilityPayment('6502', '202612'))).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('is added to the next payment for every month since the first day, at the price of each month', async () => {
    setClock('2027-01-15T16:00:00Z');
    for (const id of ['later', 'alone', 'mover']) await move(id, 'submitFirstDues', {});
    await runNinth('2027-02-09');
    expect(await loadPayment(facilityPayment('6500', '202701'))).toMatchObject({
      totalPayment: 92_00,
      numberOfMembersWhoWillBePaid: 4,
      reason: { memberIds: ['early', 'later', 'later', 'later'], lateCount: 2 },
    });
    const late = (price: string[]) => [
      '1 member activated at the club in January 2027 × dues for one member: 25',
      ...price,
    ];
    const [november, december] = [
      '1 member of November × dues for one member: 20',
      '1 member of December × dues for one member: 22',
    ];
    expect(await stepsOf(facilityPayment('6500', '202701'))).toEqual([
      '2 members activated at the club in January 2027 × dues for one member: 50',
      november,
      december,
    ]);
    // a facility is paid for the months there: the mover left it in December
    expect(await stepsOf(facilityPayment('6501', '202701'))).toEqual([
      '1 member activated at the club in January 2027 × dues for one member: 25',
      '2 members of November × dues for one member: 40',
      december,
    ]);
    expect(await stepsOf(facilityPayment('6502', '202701'))).toEqual(late([december ?? '']));
    expect(await stepsOf(partnerPayment('202701'))).toEqual([
      '5 members activated in January 2027 × dues for one member: 125',
      '3 members of November × dues for one member: 60',
      '3 members of December × dues for one member: 66',
    ]);
  });

  it('remains when any of the months is regenerated', async () => {
    const ids = ['202611', '202612', '202701'].flatMap((period) => [
      ...['6500', '6501', '6502'].map((facility) => facilityPayment(facility, period)),
      partnerPayment(period),
    ]);
    const before = await totalsOf(...ids);
    setClock('2027-02-10T16:00:00Z');
    for (const period of ['202612', '202611', '202701']) await generate(world, period);
    expect(await totalsOf(...ids)).toEqual(before);
  });

  it('counts once in the following month', async () => {
    await runNinth('2027-03-09');
    expect(
      await totalsOf(...['6500', '6501', '6502'].map((facility) => facilityPayment(facility, '202702'))),
    ).toEqual([50_00, 25_00, 25_00]);
    expect(await totalsOf(partnerPayment('202702'))).toEqual([125_00]);
  });
});
