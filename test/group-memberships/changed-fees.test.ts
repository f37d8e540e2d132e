import { beforeAll, describe, expect, it } from 'vitest';
import { generateCurrentMonthHandler as generateCurrentMonth } from '../../functions/payments/handlers/generation.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { beginGeneration, type GenerationInput } from '../../functions/payments/generation/generation.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { type Payment, facilityPayments, partnerFees } from '../../shared/payments/payment.ts';
import { noFees } from '../../shared/payments/partner-payment.ts';
import { freshPartner } from '../employees/people.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['7700']);
});
resetClockAfterEach();

const form = (partnerId: string, overrides: Record<string, unknown> = {}) => ({
  body: {
    partnerId,
    programPaymentTypeID: 2,
    adminFee: '250.00',
    numberOfMemberships: 500,
    duesForOneMemberPerMonthPaidToFacility: '20.00',
    memberDuesAmount: '0.00',
    memberReimbursementTypeID: 10,
    launchDate: '2026-09-01',
    ...overrides,
  },
});
const update = (partnerId: string, overrides: Record<string, unknown>) =>
  call(groupMemberships.update, world.admin, form(partnerId, overrides));
const preview = async (partnerId: string, overrides: Record<string, unknown>) =>
  (await call(groupMemberships.previewUpdate, world.admin, form(partnerId, overrides))).body;

const feesId = (partnerId: string, periodId: string) => `P-2-4-${partnerId}-${periodId}`;
const load = async (id: string): Promise<Payment> => {
  const [found] = await loadPayments([id]);
  if (!found) throw new Error(`payment ${id} does not exist`);
  return found;
};
const change = async (id: string, payment: Partial<Payment>) => {
  const before = await load(id);
  await transact(...paymentChange(before, { ...before, ...payment } as Payment));
};
async function generate(
  partnerId: string,
  periodId: string,
  fees: GenerationInput['fees'] = null,
  paymentTypeId = partnerFees,
) {
  const isFacility = paymentTypeId === facilityPayments;
  const { jobId } = await beginGeneration(
    {
      id: crypto.randomUUID(),
      kind: isFacility ? 'facility' : 'partner',
      list: isFacility ? lists.facilityPayments(2, periodId) : lists.partnerPayments(2, 4, periodId),
      input: { programPaymentTypeId: 2, paymentTypeId, periodId, partnerId, fees, onlyMissing: false },
    },
    { userId: world.admin.id },
    new Date(`${periodId.slice(0, 4)}-${periodId.slice(4)}-01T16:00:00Z`),
  );
  expect((await runJob(jobId)).status).toBe('done');
}
async function partnerPaying(): Promise<string> {
  setClock('2026-09-02T16:00:00Z');
  const partnerId = await freshPartner(500, 2);
  expect((await update(partnerId, {})).status).toBe(200);
  return partnerId;
}
async function partnerWithFees(): Promise<string> {
  const partnerId = await partnerPaying();
  setClock('2026-12-02T16:00:00Z');
  for (const periodId of ['202611', '202612']) await generate(partnerId, periodId);
  return partnerId;
}

describe('changed fees', () => {
  it('change the Pending payments of open months and report the difference', async () => {
    const partnerId = await partnerWithFees();
    await change(feesId(partnerId, '202611'), { status: 2, bankFileId: 'F1' });
    const shown = await preview(partnerId, { adminFee: '300.00' });
    expect(shown.countsFrom).toBe('Fees count from November 2026.');
    expect(shown.payments).toMatchObject([
      { periodID: '202611', before: 250, after: 300, keptBecause: 'Submitted to ACH' },
      { periodID: '202612', before: 250, after: 300, keptBecause: null },
    ]);
    expect((await load(feesId(partnerId, '202612'))).totalPayment).toBe(250_00);
    const { status, body } = await update(partnerId, { adminFee: '300.00' });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.message).toBe(
      'The group membership was saved. Fees count from November 2026. Partner fees for November 2026: $250.00 stays, not $300.00 (Submitted to ACH). Partner fees for December 2026: $250.00 → $300.00.',
    );
    const [november, december] = await loadPayments(['202611', '202612'].map((id) => feesId(partnerId, id)));
    expect([november?.totalPayment, december?.totalPayment]).toEqual([250_00, 300_00]);
    expect(december?.amountToBeSent).toBe(300_00);
    const { items } = await queryItems(keys.audit(`payment ${feesId(partnerId, '202612')}`, '', '').pk);
    expect(items.at(-1)).toMatchObject({
      name: 'payment changed with terms',
      before: { totalPayment: 250_00 },
      after: { totalPayment: 300_00 },
    });
  });

  it('restore the first amount when changed twice, and never change closed months', async () => {
    const partnerId = await partnerWithFees();
    setClock('2026-12-09T16:00:00Z');
    for (const adminFee of ['300.00', '350.00', '250.00'])
      expect((await update(partnerId, { adminFee })).status).toBe(200);
    const found = await loadPayments(['202611', '202612'].map((id) => feesId(partnerId, id)));
    expect(found.map(({ totalPayment }) => totalPayment)).toEqual([250_00, 250_00]);
    expect((await preview(partnerId, { adminFee: '300.00' })).payments).toMatchObject([
      { periodID: '202612' },
    ]);
  });

  it('keep added fees and a correction up to the new total, and remove a higher correction', async () => {
    const partnerId = await partnerWithFees();
    await generate(partnerId, '202612', { ...noFees, startupFee: 100_00 });
    const id = feesId(partnerId, '202612');
    expect((await load(id)).totalPayment).toBe(350_00);
    await change(id, { amountToBeSent: 340_00 });
    const raised = await update(partnerId, { adminFee: '300.00' });
    expect(raised.body.message).toContain(
      'December 2026: $350.00 → $400.00. The correction to $340.00 stays.',
    );
    expect(await load(id)).toMatchObject({
      totalPayment: 400_00,
      amountToBeSent: 340_00,
      startupFee: 100_00,
    });
    const lowered = await update(partnerId, { adminFee: '200.00' });
    expect(lowered.body.message).toContain(
      'December 2026: $400.00 → $300.00. The correction to $340.00 is removed.',
    );
    expect(await load(id)).toMatchObject({ totalPayment: 300_00, amountToBeSent: 300_00 });
  });

  it('are refused while a payment is in an unsent bank file, which could be canceled with the old amount', async () => {
    const partnerId = await partnerWithFees();
    const id = feesId(partnerId, '202612');
    await change(id, { bankFileId: 'F2' });
    const refused = await update(partnerId, { adminFee: '300.00' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Partner fees for December 2026 are in an unsent bank file. Nothing was changed. Send or cancel the file first, or choose a later month for the change.',
    ]);
    expect((await update(partnerId, { adminFee: '300.00', fromPeriod: '202701' })).status).toBe(200);
    await change(id, { bankFileId: null });
    expect((await update(partnerId, { adminFee: '310.00' })).status).toBe(200);
    expect((await load(id)).totalPayment).toBe(310_00);
  });

  it('apply to the payments of a concurrent generation', async () => {
    const partnerId = await partnerPaying();
    setClock('2026-12-01T06:15:00Z');
    waitingJobs.length = 0;
    await generateCurrentMonth({ time: '2026-12-01T06:15:00Z' });
    const jobs = [...waitingJobs];
    expect((await update(partnerId, { adminFee: '300.00' })).status).toBe(200);
    const all = await Promise.all([
      ...jobs.map(runJob),
      update(partnerId, { adminFee: '350.00' }),
      update(partnerId, { adminFee: '360.00' }),
    ]);
    expect(all).toBeDefined();
    const terms = await call(groupMemberships.get, world.admin, { query: { partnerId } });
    expect((await load(feesId(partnerId, '202612'))).totalPayment).toBe(terms.body.adminFee * 100);
  });

  it('generate the facility payments of an open month again', async () => {
    const partnerId = await partnerWithFees();
    await addMembers(partnerId, [{ id: `CF-${partnerId}`, facilityId: '7700' }]);
    await generate(partnerId, '202612', null, facilityPayments);
    const id = `F-2-3-${partnerId}-7700-202612`;
    expect((await load(id)).totalPayment).toBe(20_00);
    waitingJobs.length = 0;
    const { body: result } = await update(partnerId, { duesForOneMemberPerMonthPaidToFacility: '25.00' });
    expect(result.message).toContain('1 facility payment for December 2026: $20.00 → $25.00.');
    for (const job of waitingJobs) expect((await runJob(job)).status).toBe('done');
    expect((await load(id)).totalPayment).toBe(25_00);
  });
});
