import { beforeAll, expect, it } from 'vitest';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { correctedGroup, loadTotals, totalsOf } from '../../functions/payments/lists/total-store.ts';
import { loadPayments } from '../../functions/payments/store.ts';
import { lists } from '../../functions/table/keys.ts';
import { seeded } from '../../infra/local/demo/seed.ts';
import { isCorrected } from '../../shared/payments/correction.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { afterClaims } from '../support/jobs.ts';
import { sized } from '../support/sized.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers } from './facilities.ts';

const period = '202610';
const facilities = Array.from({ length: 6 }, (_, at) => String(5100 + at));
const paymentIdOf = (facility: string) => `F-1-3-1-${facility}-${period}`;
const world = useWorld();

beforeAll(async () => {
  await addFacilities(facilities);
  await addMembers(
    '1',
    facilities.map((facilityId) => ({ id: `C${facilityId}-0`, facilityId })),
  );
});
resetClockAfterEach();

async function oneStep(jobId: string): Promise<void> {
  let calls = 0;
  await runJobSteps(jobId, () => (calls++ === 0 ? Infinity : 0));
}

async function correctOrUndo(id: string, cents: number | null): Promise<void> {
  const body = { programPaymentTypeId: 1, paymentId: id };
  const { status } =
    cents === null
      ? await call(payments.undoFacilityCorrection, world.admin, { body })
      : await call(payments.correctFacilityPayment, world.admin, {
          body: { ...body, amountToBeSent: (cents / 100).toFixed(2), reason: 'Counted by hand' },
        });
  expect([200, 404, 409, 422]).toContain(status);
  if (status === 200) corrections.set(id, cents);
}
/** The last effective correction per payment; null if undone. */
const corrections = new Map<string, number | null>();

it('corrections during a generation keep the totals exact and are not lost', async () => {
  setClock('2026-11-20T16:00:00Z');
  for (let seed = 1; seed <= sized(8, 100); seed++) {
    const { between, chance, pick } = seeded(seed);
    // one more member, so that a payment changes with each generation
    const facility = pick(facilities);
    await addMembers('1', [{ id: `C${facility}-${seed}`, facilityId: facility }]);
    const begun = await call(payments.generateFacilityPayments, world.admin, {
      body: { programTypeID: 1, programPaymentTypeID: 1, partnerID: '1', usagePeriodID: period },
    });
    const { jobId } = begun.body;
    for (let turn = 0; (await loadJob(jobId))?.status === 'running'; turn++) {
      expect(turn).toBeLessThan(200);
      const id = paymentIdOf(pick(facilities));
      // corrections end so that the generation can finish
      const correcting = turn < 8 && correctOrUndo(id, chance(1 / 3) ? null : between(1, 20_00 - 1));
      await Promise.all([oneStep(jobId), ...(chance(1 / 3) ? [oneStep(jobId)] : []), correcting]);
      afterClaims();
    }
    expect((await loadJob(jobId))?.status, `seed ${seed}`).toBe('done');
    const ids = [...facilities.map(paymentIdOf), `F-1-3-1-4100-${period}`];
    const rows = await loadPayments(ids);
    for (const { id, amountToBeSent, totalPayment } of rows)
      expect(amountToBeSent, `seed ${seed}, ${id}`).toBe(corrections.get(id) ?? totalPayment);
    const sum = (pick: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, row) => total + pick(row), 0);
    expect(await loadTotals(`${lists.facilityPayments(1, period)}#PARTNER#1`), `seed ${seed}`).toMatchObject({
      lines: rows.length,
      total: sum(({ totalPayment }) => totalPayment),
      amount: sum(({ amountToBeSent }) => amountToBeSent),
    });
    const corrected = rows.filter(isCorrected);
    const totalsOfCorrected = totalsOf(corrected);
    const list = lists.facilityPayments(1, period);
    expect(await loadTotals(correctedGroup(list)), `seed ${seed}`).toEqual(totalsOfCorrected);
    expect(await loadTotals(correctedGroup(`${list}#PARTNER#1`)), `seed ${seed}`).toEqual(totalsOfCorrected);
  }
});
