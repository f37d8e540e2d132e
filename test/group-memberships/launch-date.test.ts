import { beforeAll, describe, expect, it } from 'vitest';
import { beginGeneration } from '../../functions/payments/generation/generation.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { lists } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { duesLocked } from '../../shared/payments/payment-calendar.ts';
import { freshPartner } from '../employees/people.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['7800']);
});
resetClockAfterEach();

const partnerPays = {
  programPaymentTypeID: 1,
  adminFee: '0.00',
  monthlyInstallment: '500.00',
  numberOfMemberships: 500,
  duesForOneMemberPerMonthPaidToFacility: '1.00',
};
const shared = {
  programPaymentTypeID: 3,
  adminFee: '5.00',
  paymentForActivatedMembersOnly: true,
  numberOfMemberships: 500,
  duesForOneMemberPerMonthPaidToFacility: '20.00',
  memberDuesAmount: '30.00',
  memberReimbursementTypeID: 10,
};
const form = (partnerId: string, terms: object, launchDate: string) => ({
  body: { partnerId, ...terms, launchDate },
});
const preview = (partnerId: string, terms: object, launchDate: string) =>
  call(groupMemberships.previewUpdate, world.admin, form(partnerId, terms, launchDate));
const update = (partnerId: string, terms: object, launchDate: string) =>
  call(groupMemberships.update, world.admin, form(partnerId, terms, launchDate));
const program = async (partnerId: string) =>
  (await call(groupMemberships.get, world.admin, { query: { partnerId } })).body;

async function generate(
  partnerId: string,
  kind: 'partner' | 'facility' | 'member',
  [programPaymentTypeId, paymentTypeId]: [1 | 3, number],
  periodId: string,
  now: string,
) {
  const list = {
    partner: lists.partnerPayments(programPaymentTypeId, paymentTypeId, periodId),
    facility: lists.facilityPayments(programPaymentTypeId, periodId),
    member: lists.memberPayments(programPaymentTypeId, paymentTypeId, partnerId, periodId),
  }[kind];
  const input = { programPaymentTypeId, paymentTypeId, periodId, partnerId, fees: null, onlyMissing: false };
  const { jobId } = await beginGeneration(
    { id: crypto.randomUUID(), kind, list, input },
    { userId: world.admin.id },
    new Date(now),
  );
  expect((await runJob(jobId)).status).toBe('done');
}

/** A program of November 2026 with two members active since then and the payments of November. */
async function activeProgram(): Promise<string> {
  setClock('2026-10-20T16:00:00Z');
  const partnerId = await freshPartner(500, 1);
  const saved = await update(partnerId, partnerPays, '2026-11-01');
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
  await addMembers(
    partnerId,
    ['a', 'b'].map((id) => ({ id: `${partnerId}${id}`, facilityId: '7800' })),
    { enrolledOn: '2026-11-01', activatedOn: '2026-11-01' },
  );
  setClock('2026-12-10T16:00:00Z');
  await generate(partnerId, 'partner', [1, 4], '202611', '2026-12-10T16:00:00Z');
  await generate(partnerId, 'facility', [1, 3], '202611', '2026-12-10T16:00:00Z');
  return partnerId;
}
const feesId = (partnerId: string, periodId = '202611') => `P-1-4-${partnerId}-${periodId}`;
const facilityId = (partnerId: string) => `F-1-3-${partnerId}-7800-202611`;
const submit = async (id: string) => {
  const [before] = await loadPayments([id]);
  if (!before) throw new Error(`payment ${id} does not exist`);
  await transact(...paymentChange(before, { ...before, status: 2, bankFileId: 'F1' }));
};

describe('a launch date that moves across months with members', () => {
  it('shows what each month loses, also of months that are not generated yet, and removes it', async () => {
    const partnerId = await activeProgram();
    const shown = await preview(partnerId, partnerPays, '2027-01-15');
    expect(shown.body.payments).toEqual(
      [
        { paymentTypeID: 4, periodID: '202611', count: 1, before: 500, after: 0 },
        { paymentTypeID: 3, periodID: '202611', count: 1, before: 2, after: 0 },
        { paymentTypeID: 4, periodID: '202612', count: 1, before: 500, after: 0 },
        { paymentTypeID: 3, periodID: '202612', count: 1, before: 2, after: 0 },
      ].map((row) => expect.objectContaining(row)),
    );
    expect(await loadPayments([feesId(partnerId), facilityId(partnerId)])).toHaveLength(2);
    waitingJobs.length = 0;
    const saved = await update(partnerId, partnerPays, '2027-01-15');
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    expect(saved.body.message).toContain('1 facility payment for November 2026: $2.00 → $0.00.');
    for (const job of waitingJobs) expect((await runJob(job)).status).toBe('done');
    expect(await loadPayments([feesId(partnerId), facilityId(partnerId)])).toEqual([]);
  });

  it('is refused, for the preview and for every caller, if a payment of a month was sent', async () => {
    for (const idOf of [feesId, facilityId]) {
      const partnerId = await activeProgram();
      await submit(idOf(partnerId));
      for (const response of [
        await preview(partnerId, partnerPays, '2026-12-01'),
        await update(partnerId, partnerPays, '2026-12-01'),
      ]) {
        expect(response.status).toBe(409);
        expect(response.body.message).toContain('Launch Date cannot move past November 2026');
      }
      expect(await program(partnerId)).toMatchObject({ launchDate: '2026-11-01' });
      expect(await loadPayments([feesId(partnerId), facilityId(partnerId)])).toHaveLength(2);
      // a day of the same month changes no payment
      expect((await update(partnerId, partnerPays, '2026-11-20')).status).toBe(200);
    }
  });

  it('is refused if members signed an agreement with dues for a month, generated or not', async () => {
    setClock('2026-10-20T16:00:00Z');
    const partnerId = await freshPartner(500, 3);
    expect((await update(partnerId, shared, '2026-11-01')).status).toBe(200);
    await addMembers(partnerId, [{ id: `${partnerId}c`, facilityId: '7800' }], {
      invitationStatus: 3,
      enrolledOn: '2026-10-20',
      startsOn: '2026-11-01',
      activatedOn: null,
    });
    const refused = await update(partnerId, shared, '2026-12-01');
    expect(refused.status).toBe(409);
    expect(refused.body.message).toBe(
      'Launch Date cannot move past November 2026: member dues for this month are part of agreements that members signed. Nothing was changed.',
    );
    await generate(partnerId, 'member', [3, 6], '202611', '2026-10-25T16:00:00Z');
    setClock('2026-10-26T16:00:00Z');
    expect((await preview(partnerId, shared, '2026-12-01')).status).toBe(409);
  });

  it('adds the fees of earlier months that are already generated', async () => {
    const partnerId = await activeProgram();
    const shown = await preview(partnerId, partnerPays, '2026-10-15');
    expect(shown.body.payments).toMatchObject([
      { paymentTypeID: 4, periodID: '202610', before: 0, after: 500 },
    ]);
    expect((await update(partnerId, partnerPays, '2026-10-15')).status).toBe(200);
    expect(await loadPayments([feesId(partnerId, '202610')])).toMatchObject([
      { status: 0, totalPayment: 500_00 },
    ]);
    const far = await update(partnerId, partnerPays, '2030-10-15');
    expect(far.body.message).toContain('Launch Date can move by at most 24 months.');
  });

  it('adds no dues of a month that is over and was never collected, and gives the reason', async () => {
    setClock('2026-10-20T16:00:00Z');
    const partnerId = await freshPartner(500, 3);
    expect((await update(partnerId, shared, '2026-12-01')).status).toBe(200);
    await addMembers(
      partnerId,
      ['a', 'b'].map((id) => ({ id: `${partnerId}${id}`, facilityId: '7800' })),
      { enrolledOn: '2026-10-20', startsOn: '2026-11-01', activatedOn: '2026-11-01' },
    );
    setClock('2026-12-02T16:00:00Z');
    const duesId = (id: string) => `M-3-6-${partnerId}-${partnerId}${id}-202611`;
    const duesIn = ({ body }: { body: { payments: { paymentTypeID: number; periodID: string }[] } }) =>
      body.payments.filter((row) => row.paymentTypeID === 6);
    const row = { paymentTypeID: 6, periodID: '202611', count: 2, before: 0, after: 60, correction: null };
    expect(duesIn(await preview(partnerId, shared, '2026-11-01'))).toEqual([
      { ...row, keptBecause: duesLocked },
    ]);
    waitingJobs.length = 0;
    const saved = await update(partnerId, shared, '2026-11-01');
    expect(saved.body.message).toContain(
      `2 member dues for November 2026: $0.00 stays, not $60.00 (${duesLocked}).`,
    );
    for (const job of waitingJobs) await runJob(job);
    expect(await loadPayments([duesId('a'), duesId('b')])).toEqual([]);
    // before the end of the month they are not locked, and the preview gives what is added
    expect((await update(partnerId, shared, '2026-12-01')).status).toBe(200);
    setClock('2026-11-29T16:00:00Z');
    expect(duesIn(await preview(partnerId, shared, '2026-11-01'))).toEqual([{ ...row, keptBecause: null }]);
  });
});
