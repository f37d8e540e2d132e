import { call } from '../support/call.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { handler as everyMonthNinth } from '../../functions/payments/generate-closed-month.ts';
import { handler as everyMonthTwentyFifth } from '../../functions/payments/generate-next-dues.ts';
import { nextPartnerId } from '../../functions/partners/store.ts';
import { loadPayment, loadPayments } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { setPin } from '../../functions/users/pin.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { payments } from '../../shared/payments/contract.ts';
import { visits } from '../../shared/visits/contract.ts';
import { outboxText, pin } from '../bank-files/runs.ts';
import { consentAndEnroll } from '../enrollment/consent.ts';
import { deposit, signedForm, withdrawal } from '../enrollment/sign.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { makeWorld, type World } from '../support/world.ts';
import { somebody } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { MoneyScreens } from './money-screens.ts';
import { setUpProgram, type SetUpProgram } from './set-up-program.ts';

let world: World;
let portal: Portal;
let screens: MoneyScreens;
type Program = SetUpProgram & { type: 1 | 2 | 3 };
/** The terms of the three programs: the partner pays all, the member pays all, both pay. */
const launchDate = '2026-11-10';
// clubs get different amounts, or a second file of the day would look like the first once more
const termsOf = {
  1: { monthlyInstallment: 12_000, duesForOneMemberPerMonthPaidToFacility: 20, launchDate },
  2: {
    duesForOneMemberPerMonthPaidToFacility: 21,
    memberDuesAmount: 30,
    memberReimbursementTypeID: 4,
    memberReimbursementAmount: 25,
    numberOfVisitsToReimburse: 12,
    launchDate,
  },
  3: {
    monthlyInstallment: 9_000,
    duesForOneMemberPerMonthPaidToFacility: 22,
    memberDuesAmount: 30,
    memberReimbursementTypeID: 10,
    launchDate,
  },
} as const;

beforeAll(async () => {
  world = await makeWorld();
  const administrator = await somebody({ role: 'systemAdmin' });
  for (const { id } of [world.admin, administrator]) await setPin(id, pin, now());
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', now());
  // the numbers of the world's own partners
  for (const taken of ['1', '2']) expect(await nextPartnerId()).toBe(taken);
  portal = await openPortal();
  screens = new MoneyScreens(
    portal.address,
    await portal.visitAs(administrator.email, '/admin/members', { reducedMotion: 'reduce' }),
    () => runWaiting(),
  );
});
resetClockAfterEach();
afterAll(() => portal?.close());

type MemberPaymentType = 6 | 7;
const which = ({ type, partnerId }: Program, paymentTypeID: MemberPaymentType, periodID: string) => ({
  programTypeID: type,
  paymentTypeID,
  partnerID: partnerId,
  periodID,
});
const paymentOf = ({ type, partnerId, id }: Program, paymentType: MemberPaymentType, period: string) =>
  loadPayment(`M-${type}-${paymentType}-${partnerId}-${id}-${period}`);

/** What an administrator does: check, then send with the PIN what was checked. Returns the bank file. */
async function sendPayments(program: Program, type: MemberPaymentType, period: string): Promise<string> {
  const query = which(program, type, period);
  const { body: checked } = await call(bankFiles.checkMemberPayments, world.admin, { query });
  expect(checked.errorMessage).toBeNull();
  const { body } = await call(bankFiles.sendMemberPayments, world.admin, {
    body: { ...query, pin, hash: checked.hash },
  });
  expect((await runJob(body.jobId)).message).toBe('The file is sent.');
  return outboxText(body.files[0].name);
}

/** The same for what a partner's clubs get. */
async function payClubs({ type, partnerId }: Program, periodId: string): Promise<string> {
  const params = { programPaymentTypeId: type, partnerId, periodId };
  const { body: checked } = await call(bankFiles.checkFacilityDeposit, world.admin, { params });
  expect(checked.errorMessage).toBeNull();
  const { body } = await call(bankFiles.sendFacilityDeposit, world.admin, {
    params,
    body: { pin, hash: checked.hash },
  });
  await runJob(body.jobId);
  return outboxText(body.files[0].name);
}

/** Runs what the schedules began. */
async function runWaiting(): Promise<void> {
  for (const jobId of waitingJobs.splice(0)) await runJob(jobId);
}

async function importClubs(): Promise<void> {
  const lines = [
    'Facility ID,Name,Type,Address,City,State,ZIP,AF Number,PPV,Status,Phone,Website,Latitude,Longitude,Routing Number,Account Number,Account Type',
    '8001,Pier Gym,Fitness facility,1 A Street,Duluth,Minnesota,55802,AF8001,No,Active,(218) 555-0100,,,,091000019,800100001,Checking',
    '8002,Lake Gym,Fitness facility,2 B Street,Duluth,Minnesota,55802,AF8002,No,Active,(218) 555-0101,,,,091000019,800200002,Checking',
  ];
  const file = { name: 'clubs.csv', bytes: Buffer.from(lines.join('\n')) };
  const { body } = await call(facilities.importClubs, world.admin, { files: { file } });
  expect((await runJob(body.jobId)).tally).toMatchObject({ added: 2, failed: 0 });
}

async function enroll({ type, id, user, fob }: Program): Promise<void> {
  const signed = await consentAndEnroll(user, {
    body: {
      ...signedForm(fob),
      facilityId: '8001',
      MemberIds: [id],
      ...(type !== 1 && { withdrawalFromBankAccount: withdrawal, memberDuesAmount: '30.00' }),
      ...(type === 2 && { depositToBankAccount: deposit }),
    },
  });
  expect(signed.status, JSON.stringify(signed.body)).toBe(200);
}

/** Twelve days' check-ins of every member, as a club's file says them. */
async function importVisits(programs: readonly Program[]): Promise<void> {
  const lines = programs.flatMap(({ fob }) =>
    Array.from({ length: 12 }, (_, day) => `${fob},8001,12/${String(day + 1).padStart(2, '0')}/2026,18:05`),
  );
  const bytes = Buffer.from(['Key Fob,Club ID,Date,Time', ...lines].join('\n'));
  const file = { name: 'visits.csv', bytes };
  const { body } = await call(visits.importCheckIns, world.admin, { files: { file } });
  expect((await runJob(body.jobId)).tally).toMatchObject({ uploaded: 12 * programs.length, failed: 0 });
}

/** The clubs that are paid for the member's month, by their number. */
const clubsPaid = async ({ type, partnerId }: Program, period: string) =>
  (await loadPayments(['8001', '8002'].map((club) => `F-${type}-3-${partnerId}-${club}-${period}`))).map(
    (one) => (one.kind === 'facility' ? [one.facilityNumber, one.numberOfMembersWhoWillBePaid] : []),
  );

it('in all three programs a member of a new partner’s roster enrolls at an imported club, pays, comes, is reimbursed, moves, and the new club is paid, as the screens show', async () => {
  setClock('2026-11-10T16:00:00Z');
  await importClubs();
  const programs: Program[] = [];
  for (const type of [1, 2, 3] as const)
    programs.push({ type, ...(await setUpProgram(world, type, termsOf[type])) });
  const payingPrograms = programs.filter(({ type }) => type !== 1);
  const [partnerPays, memberPays] = programs;
  if (!partnerPays || !memberPays) throw new Error('no programs');
  for (const program of programs) await enroll(program);
  expect(await loadMember(partnerPays.id)).toMatchObject({ invitationStatus: 4, activatedOn: '2026-11-10' });
  for (const program of payingPrograms) {
    expect(await loadMember(program.id)).toMatchObject({ invitationStatus: 3, activatedOn: null });
    expect(await paymentOf(program, 6, '202611')).toMatchObject({ status: 0, totalPayment: 21_00 });
    await screens.sendMemberPayments({ ...program, paymentTypeId: 6, periodId: '202611', pin });
    expect(await loadMember(program.id)).toMatchObject({ invitationStatus: 4, activatedOn: '2026-11-10' });
  }

  await screens.seeActive(programs.map(({ name }) => name));
  await screens.findClub({ club: 'Pier Gym', id: '8001', members: programs.length });

  setClock('2026-11-25T07:00:00Z');
  await everyMonthTwentyFifth({ time: '2026-11-25T06:15:00Z' });
  await runWaiting();
  for (const program of payingPrograms) {
    expect(await paymentOf(program, 6, '202612')).toMatchObject({ status: 0, totalPayment: 30_00 });
    // collected on the 1st: the batch's effective date
    expect(await sendPayments(program, 6, '202612')).toMatch(/WEBDUES.*261201/);
    expect(await paymentOf(program, 6, '202612')).toMatchObject({ status: 2, attempts: [{ amount: 30_00 }] });
  }

  setClock('2026-12-09T07:00:00Z');
  await everyMonthNinth({ time: '2026-12-09T06:15:00Z' });
  await runWaiting();
  for (const program of programs) expect(await clubsPaid(program, '202611')).toEqual([['8001', 1]]);

  setClock('2026-12-15T16:00:00Z');
  await importVisits(programs);
  await screens.transfer(
    programs.map(({ name }) => name),
    'Lake Gym (8002)',
  );

  setClock('2027-01-09T07:00:00Z');
  await everyMonthNinth({ time: '2027-01-09T06:15:00Z' });
  await runWaiting();
  for (const program of programs) {
    expect(await clubsPaid(program, '202612')).toEqual([['8002', 1]]);
    await screens.seePaidClub({ ...program, periodId: '202612', paid: 'Lake Gym', left: 'Pier Gym' });
    const text = await payClubs(program, '202612');
    expect(text).toContain('800200002');
    expect(text).not.toContain('800100001');
  }

  expect(await paymentOf(memberPays, 7, '202612')).toMatchObject({ status: 0, totalPayment: 25_00 });
  const query = which(memberPays, 7, '202612');
  expect((await call(bankFiles.checkMemberPayments, world.admin, { query })).body.isAchUploadAvailable).toBe(
    false,
  );
  setClock('2027-01-22T16:00:00Z');
  expect(await sendPayments(memberPays, 7, '202612')).toMatch(/PPDREIMBURSE/);
  expect(await paymentOf(memberPays, 7, '202612')).toMatchObject({ status: 2 });

  const { body } = await call(payments.reason, world.admin, {
    params: { paymentId: `M-2-7-${memberPays.partnerId}-${memberPays.id}-202612` },
    query: { partnerId: memberPays.partnerId },
  });
  expect(body.history.map(({ what }: { what: string }) => what)).toEqual(['Generated', 'Submitted to ACH']);
  expect(body.attempts).toHaveLength(1);
}, 300_000);
