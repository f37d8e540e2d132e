import { beforeAll, describe, expect, it } from 'vitest';
import { useBankWorld } from '../bank-files/runs.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { addFacilities } from './facilities.ts';
import {
  addEnrolled,
  facilityPayment,
  markSent,
  move,
  partnerPayment,
  runNinth,
  sharedProgram,
  stepsOf,
  totalsOf,
} from './share-lifecycles.ts';

useBankWorld();
beforeAll(async () => {
  await addFacilities(['6600', '6601']);
  await sharedProgram();
});
resetClockAfterEach();

const active = { invitationStatus: 4, activatedOn: '2028-01-10' } as const;
const deducted =
  'Correction: 1 member of January canceled within the right of cancellation × dues for one member: -20';

describe('sent shares of a canceled membership', () => {
  it('are deducted from the first later payments that cover them', async () => {
    setClock('2028-01-10T15:00:00Z');
    await addEnrolled('canceled', '6600', '2028-01-10', active);
    await runNinth('2028-02-09');
    expect(await totalsOf(facilityPayment('6600', '202801'), partnerPayment('202801'))).toEqual([
      20_00, 40_00,
    ]);
    await markSent(facilityPayment('6600', '202801'));
    await markSent(partnerPayment('202801'));
    setClock('2028-02-15T15:00:00Z');
    await move('canceled', 'cancel', { today: '2028-02-15' });
    // without another member of the club, its payments of three months cover nothing
    for (const day of ['2028-03-09', '2028-04-09', '2028-05-09']) await runNinth(day);
    expect(await totalsOf(partnerPayment('202802'))).toEqual([0]);
    expect(await totalsOf(facilityPayment('6600', '202804'), partnerPayment('202804'))).toEqual([
      undefined,
      20_00,
    ]);
    setClock('2028-05-10T15:00:00Z');
    await addEnrolled('later', '6600', '2028-05-10', { ...active, activatedOn: '2028-05-10' });
    await addEnrolled('second', '6600', '2028-05-10', { ...active, activatedOn: '2028-05-10' });
    await runNinth('2028-06-09');
    expect(await stepsOf(facilityPayment('6600', '202805'))).toContain(deducted);
    expect(await totalsOf(facilityPayment('6600', '202805'), partnerPayment('202805'))).toEqual([
      20_00, 60_00,
    ]);
    await markSent(facilityPayment('6600', '202805'));
    await markSent(partnerPayment('202805'));
    await runNinth('2028-07-09');
    expect(await totalsOf(facilityPayment('6600', '202806'), partnerPayment('202806'))).toEqual([
      40_00, 60_00,
    ]);
  });

  it('are deducted after a cancellation long after the activation', async () => {
    setClock('2028-08-05T15:00:00Z');
    await addEnrolled('slow', '6601', '2028-08-05', { ...active, activatedOn: '2028-08-05' });
    await addEnrolled('other', '6601', '2028-08-05', { ...active, activatedOn: '2028-08-05' });
    for (const day of ['2028-09-09', '2028-10-09', '2028-11-09']) await runNinth(day);
    for (const month of ['08', '09', '10']) await markSent(facilityPayment('6601', `2028${month}`));
    setClock('2028-11-15T15:00:00Z');
    await move('slow', 'cancel', { today: '2028-11-15' });
    for (const day of ['2028-12-09', '2029-01-09', '2029-02-09', '2029-03-09']) await runNinth(day);
    const months = ['202811', '202812', '202901', '202902'].map((month) => facilityPayment('6601', month));
    expect(await totalsOf(...months)).toEqual([0, 0, 0, 20_00]);
  });
});
