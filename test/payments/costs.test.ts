import { beforeAll, describe, expect, it } from 'vitest';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { loadEnrollment } from '../../functions/members/enrollments-store.ts';
import { enrollmentChange, loadMember, memberChange } from '../../functions/members/store.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { visits } from '../../shared/contracts/visits.ts';
import {
  clubCostsOf,
  costMonthOf,
  costTotalsOf,
  membersOfMonth,
  type Club,
  type CostMonth,
} from '../../shared/payments/costs.ts';
import { duesPaidBack } from '../../shared/payments/dues-paid-back.ts';
import { memberDues, submitted } from '../../shared/payments/payment.ts';
import { smallestCell, type MonthSummary } from '../../shared/visits/employer-summary.ts';
import { fileFromBank, receiveAndProcess, replies } from '../bank-files/received.ts';
import { finishEverything, outboxText, pin, setClock, useTwoAdministrators } from '../bank-files/runs.ts';
import { loadGroupMembership } from '../../functions/group-memberships/store.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach } from '../support/clock.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { createUser } from '../users/person.ts';
import { addFacilities, addMembers, enrolled } from './facilities.ts';
import { byPaycheckTerms, generateForMembers, setTerms } from './paycheck.ts';
import { somePayment } from './some-payment.ts';

const [world, second] = useTwoAdministrators();
resetClockAfterEach();

const months = ['202610', '202609', '202608'] as const;
const clubMembers = { 6000: 12, 6001: 2, 6002: 11, 6003: 5 } as const;
const idsAt = (facilityId: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `P${facilityId}-${index}`, facilityId }));
const everyone = Object.entries(clubMembers).flatMap(([id, count]) => idsAt(id, count));

const generated = async (begun: { status: number; body: { jobId: string } }) => {
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return runJob(begun.body.jobId);
};

/** Sends the fees of a month, and returns the text and ID of the file. */
async function sendFees(periodID: string, day: string) {
  setClock(`${day}T16:00:00Z`);
  const query = { programPaymentTypeID: 3, paymentTypeID: 4, periodID };
  const { hash } = (await call(bankFiles.checkPartnerWithdrawal, world.admin, { query })).body;
  const { body } = await call(bankFiles.sendPartnerWithdrawal, world.admin, {
    body: { ...query, pin, hash },
  });
  await finishEverything();
  const fileId: string = body.files[0].id;
  return { fileId, text: await outboxText((await loadBankFile(fileId)).name) };
}

beforeAll(async () => {
  setClock('2026-11-20T16:00:00Z');
  await setTerms('2', {
    ...byPaycheckTerms,
    adminFee: 20_00,
    monthlyInstallment: 150_00,
    launchDate: '2026-07-01',
  });
  await addFacilities(Object.keys(clubMembers));
  await addMembers('2', everyone, { enrolledOn: '2026-07-05', activatedOn: '2026-07-05' });
  // 12 visits of five members in October, and one of a single member in September
  const dates = Array.from({ length: 12 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`);
  const lines = [
    ...idsAt('6000', 5).flatMap(({ id }) => dates.map((date) => `,${id},,6000,${date},`)),
    ',P6002-0,,6002,2026-09-10,',
  ];
  const bytes = Buffer.from(['Key Fob,Member ID,Email,Club ID,Date,Time', ...lines].join('\n'));
  await generated(
    await call(visits.importCheckIns, world.admin, { files: { file: { name: 'visits.csv', bytes } } }),
  );
  for (const usagePeriodID of months) {
    const of = { programTypeID: 1, programPaymentTypeID: 3, partnerID: '2', usagePeriodID };
    for (const paymentTypeID of [4, 5])
      await generated(
        await call(payments.generatePartnerPayments, world.admin, { body: { ...of, paymentTypeID } }),
      );
    await generated(await call(payments.generateFacilityPayments, world.admin, { body: of }));
  }
  await generateForMembers(world, 7, '202610');
}, 120_000);

const query = { periodIdFrom: '202608', periodIdTo: '202610' };
const costs = async (as: User) =>
  (await call(payments.costs, as, { params: { partnerId: '2' }, query })).body;
const clubs = async (as: User, periodID = '202610') =>
  (await call(payments.clubCosts, as, { params: { partnerId: '2' }, query: { periodID } })).body;

/** Returns the sum of the partner's payments of a month on the payments pages, in dollars. */
async function onPages(periodId: string): Promise<number> {
  let sum = 0;
  for (const paymentTypeId of [4, 5, 8]) {
    const { body } = await call(payments.listPartnerPayments, world.admin, {
      params: { programPaymentTypeId: 3, paymentTypeId, periodId },
      query: { partnerId: '2' },
    });
    for (const { status, amountToBeSent } of body.items) if (status !== 4) sum += amountToBeSent;
  }
  return sum;
}

describe('the cost of a month', () => {
  it('is the sum of the payments pages, whatever happened to the payments', async () => {
    const generatedCosts = (await costs(world.admin)).months;
    expect(generatedCosts).toMatchObject([
      // 20 fees, 150 dues, and five reimbursements by paycheck of 25
      { periodID: '202610', partnerPayments: 170, reimbursements: 125, cost: 295, open: 170, members: 31 },
      { periodID: '202609', partnerPayments: 170, reimbursements: 0, cost: 170, open: 170, members: 31 },
      { periodID: '202608', cost: 170, open: 170 },
    ]);
    const [returnedFile, reversedFile] = [
      await sendFees('202609', '2026-11-17'),
      await sendFees('202608', '2026-11-18'),
    ];
    await sendFees('202610', '2026-11-19');
    await receiveAndProcess(world.admin, fileFromBank(replies(returnedFile.text, ['R01'])));
    const reversal = {
      params: { bankFileId: reversedFile.fileId },
      body: { reason: 'duplicate', note: 'Sent twice by mistake.' },
    };
    await call(bankFiles.reverseFile, world.admin, reversal);
    await call(bankFiles.reverseFile, second, { ...reversal, body: { ...reversal.body, pin } });
    await finishEverything();
    // refunded dues of a member are no cost of the partner
    const dues = somePayment({
      id: 'M-3-6-2-P6000-0-202610',
      kind: 'member',
      paymentTypeId: memberDues,
      programPaymentTypeId: 3,
      partnerId: '2',
      memberId: 'P6000-0',
      periodId: '202610',
      status: submitted,
      totalPayment: 30_00,
      amountToBeSent: 30_00,
    });
    await transact(
      ...paymentChange(null, dues),
      ...paymentChange(null, duesPaidBack(dues, 'test', '2026-11-20T16:00:00Z')),
    );
    await generateForMembers(world, 7, '202610');
    const statuses = await Promise.all(
      months.map(async (month) => (await loadPayment(`P-3-4-2-${month}`)).status),
    );
    expect(statuses).toEqual([2, 3, 4]);
    const after = await costs(world.admin);
    expect(after.months).toMatchObject([
      { cost: 295, open: 150, reimbursements: 125 },
      // a returned payment is owed, a reversed one is not
      { cost: 170, open: 170 },
      { cost: 150, open: 150 },
    ]);
    expect(after.totals).toMatchObject({ cost: 615, open: 470, partnerPayments: 490, reimbursements: 125 });
    for (const [index, month] of months.entries())
      expect(after.months[index].cost).toBe(await onPages(month));
  });

  it('has visits and cost per visit for administrators, and for managers without few members', async () => {
    const admin = (await costs(world.admin)).months;
    expect(admin[0]).toMatchObject({ visits: 60, costPerVisit: 4.92, costPerMember: 9.52, omitted: 'none' });
    expect(admin[1]).toMatchObject({ visits: 1, costPerVisit: 170 });
    const manager = await costs(world.other.manager);
    expect(manager.months).toMatchObject([
      { visits: 60, costPerVisit: 4.92, members: 31, omitted: 'none' },
      // the visits of a single member, and the amount that determines them
      { visits: null, costPerVisit: null, members: 31, costPerMember: 5.48, omitted: 'small' },
      { visits: 0, costPerVisit: null, omitted: 'none' },
    ]);
    // the total minus the other months would be the visits of the member
    expect(manager.totals).toMatchObject({ cost: 615, visits: null, costPerVisit: null });
    const summary = await call(visits.summary, world.other.manager, {
      query: { partnerID: '2', periodID: '202609' },
    });
    expect(summary.body.visits).toBe(manager.months[1].visits);
  });

  it('has no numbers of an open month for managers', async () => {
    const open = { params: { partnerId: '2' }, query: { periodIdFrom: '202611', periodIdTo: '202611' } };
    const { body } = await call(payments.costs, world.other.manager, open);
    expect(body.months).toMatchObject([{ visits: null, members: null, omitted: 'open' }]);
    expect(await clubs(world.other.manager, '202611')).toEqual({ items: [], omitted: 'open' });
  });

  it('is divided by club, with one row for small clubs', async () => {
    expect((await clubs(world.admin)).items).toMatchObject([
      { facilityNumber: '6000', members: 12, cost: 114.19, costPerMember: 9.52 },
      { facilityNumber: '6002', members: 11, cost: 104.68 },
      { facilityNumber: '6003', members: 5, cost: 47.58 },
      { facilityNumber: '6001', members: 2, cost: 19.03 },
      { facilityNumber: '4200', members: 1, cost: 9.52 },
    ]);
    expect(await clubs(world.other.manager)).toMatchObject({
      items: [
        { facilityNumber: '6000', members: 12, cost: 114.19 },
        { facilityNumber: '6002', members: 11, cost: 104.68 },
        { facilityNumber: null, facilityName: 'Other clubs', members: 8, cost: 76.13 },
      ],
      omitted: 'none',
    });
  });

  it('is downloaded as it is shown', async () => {
    const linesOf = async (
      endpoint: typeof payments.downloadCosts | typeof payments.downloadClubCosts,
      of: Record<string, string>,
    ) => {
      const request = { params: { partnerId: '2' }, query: of };
      const { bytes, status } = await call(endpoint, world.other.manager, request);
      expect(status).toBe(200);
      return workbookLines(bytes);
    };
    const byMonth = await linesOf(payments.downloadCosts, query);
    expect(byMonth.find(([month]) => month === 'October 2026')?.slice(0, 3)).toEqual([
      'October 2026',
      '31',
      '60',
    ]);
    // without the visits of a single member
    expect(byMonth.find(([month]) => month === 'September 2026')?.slice(0, 3)).toEqual([
      'September 2026',
      '31',
      '170',
    ]);
    expect(byMonth.at(-1)).toEqual(['Total', '490', '125', '615', '470']);
    const byClub = await linesOf(payments.downloadClubCosts, { periodID: '202610' });
    expect(byClub.slice(-2)).toEqual([
      ['Other clubs', '8', '76.13', '9.52'],
      ['Total', '31', '295'],
    ]);
    expect(byClub.flat()).not.toContain('6001');
  });

  it('has visits by club for administrators, as first generated', async () => {
    const visitsByClub = async (as: User) =>
      (await clubs(as)).items.map(({ visits: ofClub }: { visits: number | null }) => ofClub);
    expect(await visitsByClub(world.admin)).toEqual([60, 0, 0, 0, 0]);
    // all members who reached the goal have the same number of visits, which would follow
    expect(await visitsByClub(world.other.manager)).toEqual([null, null, null]);
    const note = 'Visits that are added later are not included in the visits of clubs.';
    const sheetOf = async (as: User) => {
      const request = { params: { partnerId: '2' }, query: { periodID: '202610' } };
      return workbookLines((await call(payments.downloadClubCosts, as, request)).bytes).flat();
    };
    expect(await sheetOf(world.admin)).toContain(note);
    expect(await sheetOf(world.other.manager)).not.toContain(note);
    const small = 'Numbers of fewer than 5 members are not shown.';
    expect(await sheetOf(world.other.manager)).toContain(small);
    expect(await sheetOf(world.admin)).not.toContain(small);
    const bytes = Buffer.from(
      'Key Fob,Member ID,Email,Club ID,Date,Time\n,P6000-7,,6000,2026-10-20,\n,P6000-8,,6000,2026-10-20,',
    );
    await generated(
      await call(visits.importCheckIns, world.admin, { files: { file: { name: 'late.csv', bytes } } }),
    );
    await addMembers('2', [{ id: 'P6000-late', facilityId: '6000' }], {
      enrolledOn: '2026-10-05',
      activatedOn: '2026-10-05',
    });
    const of = { programTypeID: 1, programPaymentTypeID: 3, partnerID: '2', usagePeriodID: '202610' };
    const job = await generated(await call(payments.generateFacilityPayments, world.admin, { body: of }));
    expect(job.tally).toMatchObject({ changed: 1 });
    const club = { members: 13, visits: 60, costPerVisit: null };
    expect((await clubs(world.admin)).items[0]).toMatchObject(club);
    // also if the payment is removed and added
    const generate = async (duesForOneMemberPerMonthPaidToFacility: number) => {
      await setTerms('2', { duesForOneMemberPerMonthPaidToFacility });
      return generated(await call(payments.generateFacilityPayments, world.admin, { body: of }));
    };
    const dues = (await loadGroupMembership('2'))?.duesForOneMemberPerMonthPaidToFacility ?? 0;
    expect((await generate(0)).tally).toMatchObject({ removed: 5 });
    expect((await generate(dues)).tally).toMatchObject({ added: 5 });
    expect((await clubs(world.admin)).items[0]).toMatchObject(club);
  });

  it('counts members once who moved to a club after the payment of another one was canceled', async () => {
    const before = (await costs(world.admin)).months[0];
    const id = 'F-3-3-2-6003-202610';
    const { version } = await loadPayment(id);
    const body = {
      decision: 'cancel',
      reason: 'Paid by the partner.',
      payments: [{ paymentId: id, version }],
    };
    expect((await call(payments.changeStatus, world.admin, { body })).body).toMatchObject({ changed: 1 });
    const [stay, member] = [
      defined(await loadEnrollment('2', '6003', 'P6003-0')),
      await loadMember('P6003-0'),
    ];
    await transact(
      ...enrollmentChange(stay, { ...stay, to: '2026-10-20' }),
      ...enrollmentChange(null, enrolled('P6003-0', '2', '6002', { from: '2026-10-20' })),
      ...memberChange(member, { ...member, facilityId: '6002' }),
    );
    const of = { programTypeID: 1, programPaymentTypeID: 3, partnerID: '2', usagePeriodID: '202610' };
    const job = await generated(await call(payments.generateFacilityPayments, world.admin, { body: of }));
    expect(job.tally).toMatchObject({ changed: 1 });
    const { members, cost, costPerMember } = before;
    expect((await costs(world.admin)).months[0]).toMatchObject({ members, cost, costPerMember });
    expect((await clubs(world.admin)).items).toMatchObject([
      { facilityNumber: '6000', members: 13 },
      { facilityNumber: '6002', members: 12 },
      { facilityNumber: '6003', members: 4 },
      { facilityNumber: '6001', members: 2 },
      { facilityNumber: '4200', members: 1 },
    ]);
  });

  it('is visible to managers with access to finance', async () => {
    const as = async (managerAccess: User['managerAccess']) => {
      const user = await createUser({ role: 'partnerManager', partnerId: '2', managerAccess });
      return (await call(payments.costs, user, { params: { partnerId: '2' }, query })).status;
    };
    expect([await as('finance'), await as('read'), await as('roster')]).toEqual([200, 200, 403]);
    const long = { params: { partnerId: '2' }, query: { periodIdFrom: '202401', periodIdTo: '202610' } };
    expect((await call(payments.costs, world.admin, long)).body.message).toBe('Select at most 24 months.');
  });
});

describe('members of a month', () => {
  it('are those of its clubs, without members of earlier months who are paid with it', () => {
    const groups = [
      { kind: 'late', period: '202609', members: 3, each: 20_00 },
      { kind: 'moved out', period: '202609', members: 1, each: -20_00 },
    ] as const;
    const payment = { numberOfMembersWhoWillBePaid: 5, reason: { rule: '', steps: [], groups: [...groups] } };
    expect(membersOfMonth(payment)).toBe(2);
    const club: Club = { facilityNumber: '1', facilityName: 'Club 1', members: membersOfMonth(payment) };
    const records = { periodId: '202610', payments: [], clubs: [club] };
    const summary: MonthSummary = {
      visits: 0,
      members: 0,
      membersByVisits: [],
      omitted: 'none',
      excludesConsents: false,
    };
    const monthFor = (role: 'systemAdmin' | 'partnerManager', of: Partial<typeof records> = {}) =>
      costMonthOf(role, { ...records, ...of }, summary, new Date('2026-11-20T16:00:00Z'));
    expect(monthFor('systemAdmin').members).toBe(2);
    expect(monthFor('partnerManager')).toMatchObject({ members: null, omitted: 'small' });
    // not counted is not zero, and it is not hidden with the visits
    expect(monthFor('systemAdmin', { clubs: [] })).toMatchObject({ members: null, isCounted: false });
    const hidden = { ...summary, visits: null, omitted: 'small' as const };
    const uncounted = { ...records, clubs: [] };
    expect(costMonthOf('partnerManager', uncounted, hidden, new Date('2026-11-20T16:00:00Z'))).toMatchObject({
      members: null,
      isCounted: false,
      omitted: 'small',
    });
    expect(monthFor('partnerManager').isCounted).toBe(true);
  });
});

describe('clubs with few members', () => {
  const now = new Date('2026-11-20T16:00:00Z');
  const month = { periodId: '202610', cost: 1000_01, visits: null };
  const membersIn = (clubSizes: readonly number[]) => clubSizes.reduce((sum, size) => sum + size, 0);
  const clubsOf = (clubSizes: readonly number[]): Club[] =>
    clubSizes.map((members, index) => ({
      facilityNumber: String(index),
      facilityName: `Club ${index}`,
      members,
    }));
  const response = (clubSizes: readonly number[]) =>
    clubCostsOf('partnerManager', month, clubsOf(clubSizes), { now, required: 0, consentsSince: '' });
  const sizes = [0, 1, 2, 4, 5, 6, 9, 10, 14];
  const all = Array.from({ length: sizes.length ** 4 }, (_, index) =>
    [0, 1, 2, 3].map((club) => sizes[Math.floor(index / sizes.length ** club) % sizes.length] ?? 0),
  );

  it('are determined by no response', () => {
    // the attacker also knows the total and the clubs without members
    const knowledgeOf = (clubSizes: readonly number[]) =>
      JSON.stringify([response(clubSizes), membersIn(clubSizes), clubSizes.map((size) => size > 0)]);
    const possible = Map.groupBy(all, knowledgeOf);
    let revealed = 0;
    for (const candidates of possible.values())
      for (const club of [0, 1, 2, 3]) {
        const values = new Set(candidates.map((clubSizes) => clubSizes[club]));
        const isListed = response(candidates[0] ?? []).items.some(
          ({ facilityNumber }) => facilityNumber !== null,
        );
        // with nothing listed, the response is the known total
        if (isListed && [...values].every((value = 0) => value > 0 && value < smallestCell)) revealed += 1;
      }
    expect(revealed).toBe(0);
    expect(all.filter((clubSizes) => response(clubSizes).items.length > 1).length).toBeGreaterThan(500);
  });

  it('have costs that add up to the month', () => {
    for (const clubSizes of all)
      for (const role of ['partnerManager', 'systemAdmin'] as const) {
        const { items, omitted } = clubCostsOf(role, month, clubsOf(clubSizes), {
          now,
          required: 0,
          consentsSince: '',
          most: 2,
        });
        if (omitted === 'none' && items.length > 0)
          expect(items.reduce((sum, { cost }) => sum + cost, 0)).toBe(1000_01);
        expect(items.length).toBeLessThanOrEqual(3);
      }
  });

  it('hide the total of visits with those of one month', () => {
    const some = { cost: 10, open: 0, partnerPayments: 10, reimbursements: 0 } as CostMonth;
    expect(
      costTotalsOf([
        { ...some, visits: 4 },
        { ...some, visits: 6 },
      ]),
    ).toMatchObject({ visits: 10, costPerVisit: 2 });
    expect(
      costTotalsOf([
        { ...some, visits: 4 },
        { ...some, visits: null },
      ]),
    ).toMatchObject({ visits: null, costPerVisit: null });
  });

  it('have no cost per visit before the first payment', () => {
    const unpaid = { cost: 0, open: 0, partnerPayments: 0, reimbursements: 0, visits: 4 } as CostMonth;
    expect(costTotalsOf([unpaid])).toMatchObject({ visits: 4, costPerVisit: null });
  });
});
