import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadEnrollment } from '../../functions/members/enrollments-store.ts';
import { enrollmentChange } from '../../functions/members/store.ts';
import { defineJob } from '../../functions/jobs/job-kind.ts';
import { jobKinds, runJobSteps } from '../../functions/workers/job-runner.ts';
import { openRanges } from '../../functions/jobs/ranges.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { rangeLimits } from '../../shared/payments/range-limits.ts';
import { paymentIds } from '../../functions/payments/lists/payment-list-store.ts';
import { loadTotals } from '../../functions/payments/lists/total-store.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { keys, lists } from '../../functions/table/keys.ts';
import { queryItems } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { payments } from '../../shared/contracts/payments.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { letWorkersDie, mortal } from '../support/faults.ts';
import { allRunningJobs, runJob, waitingJobs } from '../support/jobs.ts';
import { sized } from '../support/sized.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers, enrolled } from './facilities.ts';
import { setTerms } from './paycheck.ts';

const world = useWorld();
const facilities = Array.from({ length: 7 }, (_, at) => String(5000 + at));
const period = '202610';
// dues of a month that is over are generated only after some were sent
const duesPeriod = '202611';
const usual = { ...rangeLimits };
const divide = () => Object.assign(rangeLimits, { members: 4, undivided: 0 });
const idOf = (partnerId: string, facility: string, n: number) => `R${partnerId}${facility}${n}`;

beforeAll(async () => {
  await addFacilities(facilities);
  for (const partnerId of ['1', '2']) {
    await addMembers(
      partnerId,
      facilities.flatMap((facilityId) =>
        [0, 1].map((n) => ({ id: idOf(partnerId, facilityId, n), facilityId })),
      ),
    );
    await setTerms(partnerId, { programPaymentTypeId: 3, memberDuesAmount: 30_00 });
  }
  // a member who moved in the month counts at the facility of the last day, in another range
  await transact(
    ...enrollmentChange(null, enrolled(idOf('1', '5006', 0), '1', '5001', { from: '2026-10-15' })),
    ...enrollmentChange(null, enrolled(idOf('1', '5006', 1), '1', '5001', { from: '2026-11-15' })),
  );
  letWorkersDie();
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();
afterEach(() => void Object.assign(rangeLimits, usual));

const kinds = {
  facility: {
    endpoint: payments.generateFacilityPayments,
    body: (partnerID: string) => ({
      programTypeID: 3,
      programPaymentTypeID: 3,
      partnerID,
      usagePeriodID: period,
    }),
    idsOf: (own: string) =>
      paymentIds('facility', { programPaymentTypeId: 3, periodId: period, partnerId: own }),
    lists: [lists.facilityPayments(3, period)],
  },
  member: {
    endpoint: payments.generateMemberPayments,
    body: (partnerID: string) => ({ programTypeID: 3, paymentTypeID: 6, partnerID, periodID: duesPeriod }),
    idsOf: (own: string) =>
      paymentIds('member', {
        programPaymentTypeId: 3,
        paymentTypeId: 6,
        periodId: duesPeriod,
        partnerId: own,
      }),
    lists: ['1', '2'].map((own) => lists.memberPayments(3, 6, own, duesPeriod)),
  },
} as const;
type Kind = keyof typeof kinds;

const begin = async (kind: Kind, partnerID = '0'): Promise<string> => {
  const { endpoint, body } = kinds[kind];
  const begun = await call(endpoint, world.admin, { body: body(partnerID) });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return begun.body.jobId;
};
async function stored(kind: Kind): Promise<Payment[]> {
  const ids: string[] = [];
  for (const partnerId of ['1', '2']) for await (const id of kinds[kind].idsOf(partnerId)) ids.push(id);
  return loadPayments(ids.toSorted());
}
// times and chains differ
const content = (rows: readonly Payment[]) =>
  rows.map((row) => ({ ...row, generationId: '', ledger: null, statusAt: '' }));
async function clear(kind: Kind): Promise<void> {
  for (const payment of await stored(kind)) await transact(...paymentChange(payment, null));
}
const totalsOf = (kind: Kind) => Promise.all(kinds[kind].lists.map(loadTotals));

/** Returns the dollars of the metric that a piece of work published. */
async function generatedBy(work: () => Promise<unknown>): Promise<number> {
  const lines: string[] = [];
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'of-this-test');
  const output = vi
    .spyOn(process.stdout, 'write')
    .mockImplementation((text) => Boolean(lines.push(String(text))));
  try {
    await work();
  } finally {
    output.mockRestore();
    vi.unstubAllEnvs();
  }
  const amounts = lines.flatMap((line) => (line.includes('"MoneyGenerated"') ? [JSON.parse(line)] : []));
  return amounts.reduce((sum: number, line: { MoneyGenerated: number }) => sum + line.MoneyGenerated, 0);
}

/** Counts the generations of a list of all partners that ended. */
async function ended(kind: Kind): Promise<number> {
  const list =
    kind === 'facility' ? lists.facilityPayments(3, period) : lists.memberPayments(3, 6, 'all', duesPeriod);
  const { items } = await queryItems(keys.audit(list, '', '').pk);
  return items.filter(({ name }) => name === 'payments generated').length;
}

describe.each(['facility', 'member'] as const)('a divided generation of %s payments', (kind) => {
  let expected: { content: unknown; totals: unknown; tally: unknown; done: number; total: number };

  it('creates the same payments and totals as an undivided one', async () => {
    const { ranges, tally, done, total } = await runJob(await begin(kind));
    expect(ranges).toBeUndefined();
    expected = { content: content(await stored(kind)), totals: await totalsOf(kind), tally, done, total };
    await clear(kind);
    divide();
    const job = await runJob(await begin(kind));
    expect(job).toMatchObject({ status: 'done', tally, done, total });
    expect(job.ranges?.created).toBeGreaterThan(1);
    const rows = await stored(kind);
    expect(rows.map(({ generationId }) => generationId)).toEqual(rows.map(() => job.id));
    expect([content(rows), await totalsOf(kind)]).toEqual([expected.content, expected.totals]);
  });

  it('publishes the generated amount of all partners once, divided or not', async () => {
    const dollars = (await stored(kind)).reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0) / 100;
    expect(dollars).toBeGreaterThan(0);
    expect(await generatedBy(async () => runJob(await begin(kind)))).toBe(0);
    await clear(kind);
    expect(await generatedBy(async () => runJob(await begin(kind)))).toBeCloseTo(dollars);
    await clear(kind);
    divide();
    expect(await generatedBy(async () => runJob(await begin(kind)))).toBeCloseTo(dollars);
  });

  it(
    'has no lost or doubled payment and ends once, wherever its workers die',
    { timeout: 240_000 },
    async () => {
      divide();
      for (let n = 1, isDead = true; isDead; n += sized(4, 1)) {
        await clear(kind);
        const before = await ended(kind);
        const id = await begin(kind);
        const dead = new Set<string>();
        isDead = false;
        const work = async (jobId: string) => {
          const life = dead.has(jobId) ? Infinity : n;
          dead.add(jobId);
          const { died } = await mortal(life, 'after', () => runJobSteps(jobId, () => Infinity));
          isDead ||= died;
        };
        for (let turn = 0; (await loadJob(id))?.status === 'running'; turn++) {
          expect(turn).toBeLessThan(30);
          // a message that was lost with its worker is sent again by the schedule for stuck jobs
          const running = (await allRunningJobs()).map((job) => job.id);
          await Promise.all([...running, ...running.slice(0, 2)].map(work));
        }
        expect(await loadJob(id), `write ${n}`).toMatchObject({ status: 'done', tally: expected.tally });
        expect(content(await stored(kind)), `write ${n}`).toEqual(expected.content);
        expect(await totalsOf(kind), `write ${n}`).toEqual(expected.totals);
        expect(await ended(kind), `write ${n}`).toBe(before + 1);
      }
    },
  );

  it('of one partner changes nothing when repeated, and removes payments that are no longer due', async () => {
    divide();
    const repeated = await runJob(await begin(kind, '1'));
    expect(repeated.tally).toMatchObject({ added: 0, changed: 0, removed: 0 });
    expect(repeated.ranges?.created).toBeGreaterThan(2);
    const leave = async (to: string | null) => {
      for (const n of [0, 1]) {
        const one = await loadEnrollment('1', '5003', idOf('1', '5003', n));
        if (one) await transact(...enrollmentChange(one, { ...one, to }));
      }
    };
    await leave('2026-09-20');
    const { tally } = await runJob(await begin(kind, '1'));
    expect(tally).toMatchObject({ added: 0, removed: kind === 'facility' ? 1 : 2 });
    await leave(null);
    const back = await runJob(await begin(kind, '1'));
    expect(back.tally).toMatchObject({ added: kind === 'facility' ? 1 : 2, removed: 0 });
    expect(content(await stored(kind))).toEqual(expected.content);
  });
});

describe('a range', () => {
  const steps = jobKinds['member payments'];
  const failAt = (name: string) => {
    jobKinds['member payments'] = defineJob({
      ...steps,
      step: (context) =>
        JSON.stringify(context.cursor).includes(name)
          ? Promise.reject(new Error('broken'))
          : steps.step(context),
    });
  };
  afterEach(() => void (jobKinds['member payments'] = steps));
  const shown = async (jobId: string) => (await call(jobs.get, world.admin, { params: { jobId } })).body;
  const resume = (jobId: string) => call(jobs.resume, world.admin, { params: { jobId } });

  it('that fails is reported, and resumes with its generation, which then ends', async () => {
    divide();
    await clear('member');
    failAt('R002-');
    const id = await begin('member', '1');
    const failed = await runJob(id);
    expect(failed).toMatchObject({
      status: 'failed',
      message: expect.stringContaining(`ranges failed (${id}-2)`),
    });
    expect(failed.message).toContain('nothing was done twice');
    // the other ranges are complete
    expect((await openRanges(failed)).filter(({ status }) => status === 'done').length).toBeGreaterThan(1);
    const ofRange = await resume(`${id}-2`);
    expect(ofRange.body.message).toBe('This job is a part of another job. Resume that one.');
    jobKinds['member payments'] = steps;
    expect((await resume(id)).status).toBe(200);
    expect(await runJob(id)).toMatchObject({ status: 'done', tally: { added: 15 } });
  });

  it('that is complete before a correction is counted again, so that the totals are exact', async () => {
    divide();
    const id = await begin('facility', '1');
    await runJobSteps(id, () => Infinity);
    const waiting = await loadJob(id);
    const ranges = waiting ? await openRanges(waiting) : [];
    for (const range of ranges.slice(1)) await runJob(range.id);
    const paymentId = `F-3-3-1-5000-${period}`;
    const body = { programPaymentTypeId: 3, paymentId, amountToBeSent: '12.50', reason: 'Left early' };
    expect((await call(payments.correctFacilityPayment, world.admin, { body })).status).toBe(200);
    const job = await runJob(id);
    expect(job).toMatchObject({ status: 'done', done: waiting?.total, total: waiting?.total });
    expect(job.ranges).toEqual({ created: 2 * ranges.length, included: 2 * ranges.length, isAwaited: false });
    const rows = await stored('facility');
    expect(rows.find((row) => row.id === paymentId)).toMatchObject({ amountToBeSent: 12_50 });
    expect(await totalsOf('facility')).toMatchObject([
      { lines: rows.length, amount: rows.reduce((sum, { amountToBeSent }) => sum + amountToBeSent, 0) },
    ]);
  });

  it('that failed cannot be resumed after another generation of the list', async () => {
    divide();
    failAt('R002-');
    const id = await begin('member', '1');
    await runJob(id);
    jobKinds['member payments'] = steps;
    await runJob(await begin('member', '1'));
    expect(await resume(id)).toMatchObject({
      status: 409,
      body: { message: 'These payments were generated again since. Nothing was changed. Reload the page.' },
    });
  });

  it('adds to the progress of its generation, and the last one continues it', async () => {
    divide();
    const id = await begin('member', '1');
    await runJobSteps(id, () => Infinity);
    const { total } = await shown(id);
    const ranges = (await openRanges((await loadJob(id))!)).map((range) => range.id);
    const seen = [];
    for (const range of ranges) {
      waitingJobs.length = 0;
      await runJobSteps(range, () => Infinity);
      seen.push((await shown(id)).done);
      expect(waitingJobs).toEqual(range === ranges.at(-1) ? [id] : []);
    }
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(seen.at(-1)).toBe(total);
    expect(
      (await call(payments.generateMemberPayments, world.admin, { body: kinds.member.body('1') })).status,
    ).toBe(409);
    await runJobSteps(id, () => Infinity);
    expect(await shown(id)).toMatchObject({ status: 'done', done: total, total });
  });
});
