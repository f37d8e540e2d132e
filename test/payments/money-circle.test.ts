import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadMember } from '../../functions/members/store.ts';
import { handler as everyMonthNinth } from '../../functions/payments/generate-closed-month.ts';
import { handler as everyMonthTwentyFifth } from '../../functions/payments/generate-next-dues.ts';
import { nextPartnerId } from '../../functions/partners/store.ts';
import { loadPayment } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { wait } from '../../functions/platform/time-and-chance.ts';
import { loadFeatureFlags, saveFeatureFlags } from '../../functions/settings/store.ts';
import { findUserByEmail } from '../../functions/users/store.ts';
import { memberDues, memberReimbursements } from '../../shared/payments/payment-status.ts';
import { givePin, outboxText, pin } from '../bank-files/runs.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import { somebody } from '../users/person.ts';
import { openPortal, type Portal } from '../web/portal.ts';
import { MoneyScreens } from './money-screens.ts';
import { ProgramScreens, type Program } from './program-screens.ts';

// The way of money in a program of each kind, by the pages that people use: from a file of clubs to the club that a
// member moved to.

let portal: Portal;
let programs: ProgramScreens;
let money: MoneyScreens;
const over = new AbortController();
let working: Promise<void>;

beforeAll(async () => {
  await makeWorld();
  const administrator = await somebody({ role: 'systemAdmin' });
  await givePin(administrator.id);
  const flags = await loadFeatureFlags();
  await saveFeatureFlags(flags, { ...flags, gmrAddProgram: true }, 'test', now());
  // the numbers of the world's own partners
  for (const taken of ['1', '2']) expect(await nextPartnerId()).toBe(taken);
  portal = await openPortal();
  const page = await portal.visitAs(administrator.email, '/admin/partners/list', { reducedMotion: 'reduce' });
  programs = new ProgramScreens(portal, page);
  money = new MoneyScreens(portal.address, page);
  working = work();
});
resetClockAfterEach();
afterAll(async () => {
  over.abort();
  await working;
  await portal?.close();
});

let underWay = 0;
/** The worker: what pages and schedules begin is done beside them. */
async function work(): Promise<void> {
  while (!over.signal.aborted) {
    underWay = waitingJobs.length;
    const jobId = waitingJobs.shift();
    if (jobId === undefined) await wait(20);
    else await runJob(jobId);
  }
}

const nothingWaits = () => expect.poll(() => waitingJobs.length + underWay).toBe(0);

const clubs = [
  'Facility ID,Name,Type,Address,City,State,ZIP,AF Number,PPV,Status,Phone,Website,Latitude,Longitude,Routing Number,Account Number,Account Type',
  '8001,Pier Gym,Fitness facility,1 A Street,Duluth,Minnesota,55802,AF8001,No,Active,(218) 555-0100,,,,091000019,800100001,Checking',
  '8002,Lake Gym,Fitness facility,2 B Street,Duluth,Minnesota,55802,AF8002,No,Active,(218) 555-0101,,,,091000019,800200002,Checking',
];
const [pier, lake] = ['800100001', '800200002'] as const;

/** The terms of the three programs; clubs get different amounts, or a file would look like an earlier one of the day. */
const dues = { memberDuesAmount: '30.00' };
const paidBack = { memberReimbursementAmount: '25.00', numberOfVisitsToReimburse: '12' };
const toClub = 'duesForOneMemberPerMonthPaidToFacility';
const launchDate = '2026-11-10';
const termsOf = [
  { type: 1, name: 'Partner paid', fields: { launchDate, monthlyInstallment: '12000', [toClub]: '20' } },
  {
    type: 2,
    name: 'Member paid',
    fields: { launchDate, [toClub]: '21', ...dues, ...paidBack },
    reimbursement: 'Direct to member',
  },
  {
    type: 3,
    name: 'Partner and member paid',
    fields: { launchDate, monthlyInstallment: '9000', [toClub]: '22', ...dues, ...paidBack },
    reimbursement: 'Direct to member',
  },
] as const;

const memberOf = async ({ email }: Program) => loadMember((await findUserByEmail(email))?.memberIds[0] ?? '');
const chosen = ({ type, partnerId }: Program, periodId: string) => ({ type, partnerId, periodId, pin });
const paymentOf = async (program: Program, paymentType: 6 | 7, period: string) => {
  const { id, partnerId } = await memberOf(program);
  return loadPayment(`M-${program.type}-${paymentType}-${partnerId}-${id}-${period}`);
};
const active = { invitationStatus: 4, activatedOn: launchDate };

// one time for all programs, since a schedule runs once a day
const all: Program[] = [];
const membersPay = () => all.filter(({ type }) => type !== 1);

it('clubs are imported, and members of three new partners’ rosters enroll at one', async () => {
  setClock(`${launchDate}T16:00:00Z`);
  expect(await programs.importClubs(clubs)).toBe('2 added, 0 changed, 0 the same already, 0 failed.');
  for (const terms of termsOf) {
    const program = await programs.setUp(terms);
    all.push(program);
    const page = await programs.enroll(program, '8001');
    if (terms.type === 3) await programs.giveDepositAccount(page);
    await page.context().close();
    const signed = terms.type === 1 ? active : { invitationStatus: 3, activatedOn: null };
    expect(await memberOf(program)).toMatchObject(signed);
  }
});

it('the first dues are sent, which activates who pays them', async () => {
  setClock(`${launchDate}T17:00:00Z`);
  for (const program of membersPay()) {
    // from the 10th to the 30th
    await money.send('member', { ...chosen(program, '202611'), paymentTypeId: memberDues, amount: '$21.00' });
    expect(await memberOf(program)).toMatchObject(active);
  }
  await money.seeActive(all.map(({ name }) => name));
  await money.findClub({ club: 'Pier Gym', id: '8001', members: all.length });
});

it('the next month’s dues are sent on time to be collected on the 1st', async () => {
  setClock('2026-11-25T07:00:00Z');
  await everyMonthTwentyFifth({ time: '2026-11-25T06:15:00Z' });
  await nothingWaits();
  for (const program of membersPay()) {
    const sent = { ...chosen(program, '202612'), paymentTypeId: memberDues, amount: '$30.00' };
    const [file = ''] = await money.send('member', sent);
    expect(await outboxText(file)).toMatch(/WEBDUES.*261201/);
    expect(await paymentOf(program, 6, '202612')).toMatchObject({ status: 2, attempts: [{ amount: 30_00 }] });
  }
});

it('twelve visits earn a reimbursement, which is sent in its time', async () => {
  setClock('2026-12-15T16:00:00Z');
  const days = Array.from({ length: 12 }, (_, day) => `12/${String(day + 1).padStart(2, '0')}/2026`);
  const lines = all.flatMap(({ fob }) => days.map((date) => `${fob},8001,${date},18:05`));
  expect(await programs.importVisits(['Key Fob,Club ID,Date,Time', ...lines])).toBe(
    '36 counted, 0 kept but not counted, 0 imported before, 0 failed.',
  );
  setClock('2027-01-09T07:00:00Z');
  await everyMonthNinth({ time: '2027-01-09T06:15:00Z' });
  await nothingWaits();
  for (const program of membersPay()) {
    expect(await paymentOf(program, 7, '202612')).toMatchObject({ status: 0, totalPayment: 25_00 });
    await money.seeLocked({ ...chosen(program, '202612'), paymentTypeId: memberReimbursements });
  }
  setClock('2027-01-22T16:00:00Z');
  for (const program of membersPay()) {
    const reimbursement = { ...chosen(program, '202612'), paymentTypeId: memberReimbursements };
    const [file = ''] = await money.send('member', { ...reimbursement, amount: '$25.00' });
    expect(await outboxText(file)).toMatch(/PPDREIMBURSE/);
    expect(await money.readHistory(reimbursement)).toMatch(/Generated[\s\S]*Submitted to ACH/);
  }
});

it('the members are transferred, and their new club is paid', async () => {
  setClock('2027-01-25T16:00:00Z');
  await money.transfer(
    all.map(({ name }) => name),
    'Lake Gym (8002)',
  );
  setClock('2027-02-09T07:00:00Z');
  await everyMonthNinth({ time: '2027-02-09T06:15:00Z' });
  await nothingWaits();
  for (const program of all) {
    await money.seePaidClub({ ...chosen(program, '202701'), paid: 'Lake Gym', left: 'Pier Gym' });
    const sent = { ...chosen(program, '202701'), amount: `$${19 + program.type}.00` };
    const [file = ''] = await money.send('facility', sent);
    const text = await outboxText(file);
    expect([text.includes(lake), text.includes(pier)]).toEqual([true, false]);
  }
  for (const period of ['202611', '202612', '202701']) await money.prove(period);
});
