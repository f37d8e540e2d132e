import { call } from '../support/call.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { groupMembershipEntity } from '../../functions/group-memberships/store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { handler as everyMonthNinth } from '../../functions/payments/generate-closed-month.ts';
import { handler as everyMonthTwentyFifth } from '../../functions/payments/generate-next-dues.ts';
import { loadPayment, loadPayments } from '../../functions/payments/store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { change } from '../../functions/table/change.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { setPin } from '../../functions/users/pin.ts';
import { bankFiles } from '../../shared/bank-files/contract.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { payments } from '../../shared/payments/contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { outboxText, pin } from '../bank-files/runs.ts';
import { consentAndEnroll } from '../enrollment/consent.ts';
import { deposit, invitedMember, setTerms, signedForm, withdrawal } from '../enrollment/sign.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { makeWorld, someGroupMembership, somePartner, type World } from '../support/world.ts';
import { somebody } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { MoneyScreens } from './money-screens.ts';

let world: World;
let portal: Portal;
let screens: MoneyScreens;
/** The three programs: the partner pays all, the member pays all, both pay. */
const programs = [
  { type: 1, partnerId: '1', id: 'M951' },
  { type: 2, partnerId: '2', id: 'M950' },
  { type: 3, partnerId: '3', id: 'M953' },
] as const;
const payingPrograms = programs.filter(({ type }) => type !== 1);

beforeAll(async () => {
  world = await makeWorld();
  const administrator = await somebody({ role: 'systemAdmin' });
  for (const { id } of [world.admin, administrator]) await setPin(id, pin, now());
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', now());
  portal = await openPortal();
  screens = new MoneyScreens(
    portal.address,
    await portal.visitAs(administrator.email, '/admin/members', { reducedMotion: 'reduce' }),
    () => runWaiting(),
  );
  await setTerms(world.other.groupMembership, {
    programPaymentTypeId: 2,
    // clubs get different amounts, or a second file of the day would look like the first once more
    duesForOneMemberPerMonthPaidToFacility: 21_00,
    memberDuesAmount: 30_00,
    memberReimbursementTypeId: 4,
    memberReimbursementAmount: 25_00,
    numberOfVisitsToReimburse: 12,
    launchDate: '2026-09-01',
  });
  const terms = someGroupMembership('3', {
    programPaymentTypeId: 3,
    duesForOneMemberPerMonthPaidToFacility: 22_00,
    memberDuesAmount: 30_00,
  });
  await transact(
    ...partnerChange(null, somePartner('3')),
    ...change(groupMembershipEntity, null, terms, { lost: new Refusal('conflict', 'lost') }),
  );
});
resetClockAfterEach();
afterAll(() => portal?.close());

type MemberPaymentType = 6 | 7;
type Program = (typeof programs)[number];
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

async function enroll({ type, partnerId, id }: Program): Promise<void> {
  const { member, user, fob } = await invitedMember(id, partnerId);
  await consentAndEnroll(user, {
    body: {
      ...signedForm(fob),
      facilityId: '8001',
      MemberIds: [member.id],
      ...(type !== 1 && { withdrawalFromBankAccount: withdrawal, memberDuesAmount: '30.00' }),
      ...(type === 2 && { depositToBankAccount: deposit }),
    },
  });
}

/** The clubs that are paid for the member's month, by their number. */
const clubsPaid = async ({ type, partnerId }: Program, period: string) =>
  (await loadPayments(['8001', '8002'].map((club) => `F-${type}-3-${partnerId}-${club}-${period}`))).map(
    (one) => (one.kind === 'facility' ? [one.facilityNumber, one.numberOfMembersWhoWillBePaid] : []),
  );

it('in all three programs a member enrolls at an imported club, pays, comes, is reimbursed, moves, and the new club is paid, as the screens show', async () => {
  setClock('2026-11-10T16:00:00Z');
  await importClubs();
  for (const program of programs) await enroll(program);
  const [partnerPays, memberPays] = programs;
  expect(await loadMember(partnerPays.id)).toMatchObject({ invitationStatus: 4, activatedOn: '2026-11-10' });
  for (const program of payingPrograms) {
    expect(await loadMember(program.id)).toMatchObject({ invitationStatus: 3, activatedOn: null });
    expect(await paymentOf(program, 6, '202611')).toMatchObject({ status: 0, totalPayment: 21_00 });
    await screens.sendMemberPayments({ ...program, paymentTypeId: 6, periodId: '202611', pin });
    expect(await loadMember(program.id)).toMatchObject({ invitationStatus: 4, activatedOn: '2026-11-10' });
  }

  await screens.seeActive(programs.map(({ id }) => `Ann Lund ${id}`));
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

  for (const { id } of programs) await transact({ count: keys.monthlyVisits(id, '202612'), by: 12 });
  setClock('2026-12-15T16:00:00Z');
  await screens.transfer(
    programs.map(({ id }) => `Ann Lund ${id}`),
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
    params: { paymentId: `M-2-7-2-${memberPays.id}-202612` },
    query: { partnerId: '2' },
  });
  expect(body.history.map(({ what }: { what: string }) => what)).toEqual(['Generated', 'Submitted to ACH']);
  expect(body.attempts).toHaveLength(1);
}, 120_000);
