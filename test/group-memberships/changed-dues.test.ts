import { beforeAll, describe, expect, it } from 'vitest';
import { duesGenerations } from '../../functions/payments/generation/schedule-rows.ts';
import { beginScheduledGeneration } from '../../functions/payments/generation/scheduled-generation.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { duesOfMonth } from '../../functions/payments/generation/dues-of-member.ts';
import { mustLoadGroupMembership } from '../../functions/group-memberships/store.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadPartner } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { nextPeriod, periodOf } from '../../shared/calendar.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { freshPartner } from '../employees/people.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { mailsTo } from '../users/person.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['7600']);
});
resetClockAfterEach();

const update = (partnerId: string, overrides: Record<string, unknown>) =>
  call(groupMemberships.update, world.admin, {
    body: {
      partnerId,
      programPaymentTypeID: 2,
      adminFee: '250.00',
      numberOfMemberships: 500,
      duesForOneMemberPerMonthPaidToFacility: '20.00',
      memberDuesAmount: '30.00',
      memberReimbursementTypeID: 10,
      launchDate: '2026-09-01',
      ...overrides,
    },
  });

async function partnerWithMember(id: string): Promise<string> {
  setClock('2026-09-02T16:00:00Z');
  const partnerId = await freshPartner(500, 2);
  const { status, body } = await update(partnerId, {});
  expect(status, JSON.stringify(body)).toBe(200);
  await addMembers(partnerId, [{ id, facilityId: '7600' }], { email: `${id.toLowerCase()}@people.test` });
  return partnerId;
}

/** Returns the amount to send of a member's dues in cents; undefined if none are generated. */
const duesOf = async (partnerId: string, memberId: string, periodId: string) =>
  (await loadPayments([`M-2-6-${partnerId}-${memberId}-${periodId}`]))[0]?.amountToBeSent;

/** Starts the scheduled generation of a month's dues at 00:15 Chicago time without running its job. */
async function startGeneration(day: string, hour: string): Promise<string> {
  setClock(`${day}T${hour}:15:00Z`);
  const [schedule] = duesGenerations;
  if (!schedule) throw new Error('no schedule generates dues');
  const id = crypto.randomUUID();
  await beginScheduledGeneration(schedule, {
    id,
    periodId: nextPeriod(periodOf(day)),
    schedule: 'twenty-fifth',
  });
  return id;
}
const generate = async (day: string, hour: string) =>
  expect((await runJob(await startGeneration(day, hour))).status).toBe('done');

async function changeDues(partnerId: string, dollars: string): Promise<string> {
  const { status, body } = await update(partnerId, { memberDuesAmount: dollars });
  expect(status, JSON.stringify(body)).toBe(200);
  if (body.jobId !== undefined) expect((await runJob(body.jobId)).status).toBe('done');
  return String(body.message);
}

describe('changed dues', () => {
  it.each([
    { id: 'CD1', day: '2026-12-25', hour: '06', month: '202701', next: '202702', name: 'February 2027' },
    { id: 'CD2', day: '2029-08-25', hour: '05', month: '202909', next: '202910', name: 'October 2029' },
  ])('start after the month generated on $day', async ({ id, day, hour, month, next, name }) => {
    const partnerId = await partnerWithMember(id);
    await generate(day, hour);
    setClock(`${day}T18:00:00Z`);
    expect(await changeDues(partnerId, '35.00')).toContain(`Member dues count from ${name}.`);
    expect((await mailsTo(`${id.toLowerCase()}@people.test`)).join()).toContain(
      `Starting with ${name}, your monthly dues are $35.00. Until then they are $30.00.`,
    );
    expect(await duesOf(partnerId, id, month)).toBe(30_00);
    const body = { programPaymentTypeID: 2, partnerID: partnerId, paymentTypeID: 6, periodID: month };
    const again = await call(payments.generateMemberPayments, world.admin, { body });
    expect((await runJob(again.body.jobId)).status).toBe('done');
    expect(await duesOf(partnerId, id, month)).toBe(30_00);
    await generate(`${month.slice(0, 4)}-${month.slice(4)}-25`, hour);
    expect(await duesOf(partnerId, id, next)).toBe(35_00);
  });

  it('do not affect payments of a running generation', async () => {
    const partnerId = await partnerWithMember('CD3');
    const job = await startGeneration('2026-12-25', '06');
    setClock('2026-12-25T06:15:01Z');
    expect(await changeDues(partnerId, '35.00')).toContain('count from February 2027.');
    expect((await runJob(job)).status).toBe('done');
    expect(await duesOf(partnerId, 'CD3', '202701')).toBe(30_00);
  });

  it('start with the month when they are saved on the day before its generation', async () => {
    const partnerId = await partnerWithMember('CD4');
    setClock('2026-12-24T18:00:00Z');
    expect(await changeDues(partnerId, '35.00')).toContain('count from January 2027.');
    await generate('2026-12-25', '06');
    expect(await duesOf(partnerId, 'CD4', '202701')).toBe(35_00);
  });

  it('do not concern the months of members who have left', async () => {
    const partnerId = await partnerWithMember('CD7');
    const member = await loadMember('CD7');
    const left = { invitationStatus: 8, leavingOn: '2026-12-08' } as const;
    await transact(...memberChange(member, { ...member, ...left }));
    setClock('2026-12-12T18:00:00Z');
    expect(await changeDues(partnerId, '35.00')).toContain('count from January 2027.');
    const { body } = await call(groupMemberships.get, world.admin, { query: { partnerId } });
    expect(body.changesFrom).toMatchObject({ dues: '202701', reimbursement: '202701' });
  });

  it('that are changed again and reverted are collected as each email announced', async () => {
    const partnerId = await partnerWithMember('CD5');
    setClock('2026-12-10T18:00:00Z');
    expect(await changeDues(partnerId, '35.00')).toContain('count from January 2027.');
    setClock('2026-12-11T18:00:00Z');
    expect(await changeDues(partnerId, '40.00')).toContain('count from January 2027.');
    await generate('2026-12-25', '06');
    setClock('2026-12-26T18:00:00Z');
    expect(await changeDues(partnerId, '30.00')).toContain('count from February 2027.');
    expect(await duesOf(partnerId, 'CD5', '202701')).toBe(40_00);
    await generate('2027-01-25', '06');
    expect(await duesOf(partnerId, 'CD5', '202702')).toBe(30_00);
  });

  it('apply to a payment that was added before the generation of its month', async () => {
    const partnerId = await partnerWithMember('CD6');
    setClock('2026-12-10T18:00:00Z');
    const [partner, program, member] = await Promise.all([
      loadPartner(partnerId),
      mustLoadGroupMembership(partnerId),
      loadMember('CD6'),
    ]);
    const early = duesOfMonth(partner, program, member, '202701', new Date('2026-12-10T18:00:00Z'));
    if (!early) throw new Error('no dues are owed');
    await transact(...paymentChange(null, early));
    expect(await duesOf(partnerId, 'CD6', '202701')).toBe(30_00);
    setClock('2026-12-12T18:00:00Z');
    expect(await changeDues(partnerId, '35.00')).toContain('count from January 2027.');
    await generate('2026-12-25', '06');
    expect(await duesOf(partnerId, 'CD6', '202701')).toBe(35_00);
  });
});
