import { beforeAll, describe, expect, it } from 'vitest';
import { useBankWorld } from '../bank-files/runs.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { loadEnrollment } from '../../functions/members/enrollments-store.ts';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { defined } from '../support/defined.ts';
import { addFacilities, enrolled } from './facilities.ts';
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
  await addFacilities(['6600', '6601', '6602', '6603', '6604']);
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

async function transfer(id: string, from: string, to: string, on: string): Promise<void> {
  const stay = defined(await loadEnrollment('2', from, id));
  const member = await loadMember(id);
  await transact(
    ...enrollmentChange(stay, { ...stay, to: on }),
    ...enrollmentChange(null, enrolled(id, '2', to, { from: on })),
    ...memberChange(member, { ...member, facilityId: to }),
  );
}

describe('sent shares of a membership that a notice of an earlier day ended', () => {
  const deductedIn = (month: string) =>
    `Correction: 1 member of ${month} with a notice before this month × dues for one member: -20`;
  const notice = { today: '2030-05-15', noticeOn: '2030-02-10', leavingOn: '2030-03-01', isUnpaid: false };

  it('are deducted once for the months behind the end', async () => {
    setClock('2030-01-10T15:00:00Z');
    const from = { ...active, activatedOn: '2030-01-10' } as const;
    for (const id of ['noticed', 'other-1', 'other-2', 'other-3'])
      await addEnrolled(id, '6602', '2030-01-10', from);
    for (const [day, month] of [
      ['2030-02-09', '203001'],
      ['2030-03-09', '203002'],
      ['2030-04-09', '203003'],
      ['2030-05-09', '203004'],
    ] as const) {
      await runNinth(day);
      await markSent(facilityPayment('6602', month));
      await markSent(partnerPayment(month));
    }
    setClock('2030-05-15T15:00:00Z');
    await move('noticed', 'endEarlier', notice);
    await runNinth('2030-06-09');
    const [may, june] = ['203005', '203006'].map((month) => facilityPayment('6602', month));
    expect(await totalsOf(may ?? '')).toEqual([20_00]);
    const steps = await stepsOf(may ?? '');
    expect(steps).toContain(deductedIn('March'));
    expect(steps).toContain(deductedIn('April'));
    expect(steps?.join()).not.toContain('February');
    await markSent(may ?? '');
    await markSent(partnerPayment('203005'));
    await runNinth('2030-07-09');
    expect(await totalsOf(june ?? '')).toEqual([60_00]);
    const charges = await totalsOf(
      ...['03', '04', '05', '06'].map((month) => partnerPayment(`2030${month}`)),
    );
    const [march = 0, april = 0, charged = 0, next = 0] = charges.map((total) => total ?? 0);
    expect([april, charged, next]).toEqual([march, march - 60_00, march - 20_00]);
  });

  it('are deducted at both clubs of a member who transferred between', async () => {
    setClock('2031-01-10T15:00:00Z');
    const from = { ...active, activatedOn: '2031-01-10' } as const;
    for (const id of ['mover', 'stays-1', 'stays-2']) await addEnrolled(id, '6603', '2031-01-10', from);
    for (const id of ['stays-3', 'stays-4']) await addEnrolled(id, '6604', '2031-01-10', from);
    for (const [day, month] of [
      ['2031-02-09', '203101'],
      ['2031-03-09', '203102'],
      ['2031-04-09', '203103'],
    ] as const) {
      await runNinth(day);
      await markSent(facilityPayment('6603', month));
      await markSent(facilityPayment('6604', month));
    }
    setClock('2031-04-10T15:00:00Z');
    await transfer('mover', '6603', '6604', '2031-04-10');
    await runNinth('2031-05-09');
    await markSent(facilityPayment('6603', '203104'));
    await markSent(facilityPayment('6604', '203104'));
    setClock('2031-05-15T15:00:00Z');
    await move('mover', 'endEarlier', {
      today: '2031-05-15',
      noticeOn: '2031-02-10',
      leavingOn: '2031-03-01',
      isUnpaid: false,
    });
    await runNinth('2031-06-09');
    const may = ['6603', '6604'].map((club) => facilityPayment(club, '203105'));
    expect(await totalsOf(...may)).toEqual([20_00, 20_00]);
    expect(await stepsOf(may[0] ?? '')).toContain(deductedIn('March'));
    expect(await stepsOf(may[1] ?? '')).toContain(deductedIn('April'));
  });
});
