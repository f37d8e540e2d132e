import { beforeAll, describe, expect, it } from 'vitest';
import { periodStart } from '../../shared/calendar.ts';
import { defineJob } from '../../functions/jobs/job-kind.ts';
import { generateNextDuesHandler } from '../../functions/payments/handlers/generation.ts';
import { loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { loadTotals } from '../../functions/payments/lists/total-store.ts';
import { paymentListName } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import { jobKinds } from '../../functions/workers/job-runner.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { payments } from '../../shared/contracts/payments.ts';
import {
  canceled,
  completed,
  pending,
  returned,
  sentExternally,
  submitted,
  type MemberPayment,
  type PaymentAttempt,
  type PaymentStatus,
} from '../../shared/payments/payment.ts';
import { freshPartner } from '../employees/people.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers } from './facilities.ts';
import { setTerms } from './paycheck.ts';
import { somePayment } from './some-payment.ts';

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['6000']);
  await setTerms('2', { programPaymentTypeId: 3, memberDuesAmount: 30_00 });
  await addMembers('2', [{ id: 'stays', facilityId: '6000' }]);
});
resetClockAfterEach();

const lastMinute = '2026-12-01T05:59:00Z';
const afterwards = '2026-12-01T06:00:00Z';
const november = { programPaymentTypeID: 3, paymentTypeID: 6, partnerID: '2', periodID: '202611' };
const locked =
  'Closed period: Monthly dues collecting is locked. No dues of November 2026 were sent to the bank, so they can no longer be generated.';
const generate = (body: object) => call(payments.generateMemberPayments, world.admin, { body });

let added = 0;

/** Dues of a month with a status, which are removed afterwards. */
async function withDues<Result>(
  periodId: string,
  status: PaymentStatus,
  act: () => Promise<Result>,
  fields: Partial<MemberPayment> = {},
) {
  added += 1;
  const memberId = `other${added}`;
  const dues = somePayment({
    kind: 'member',
    id: `M-3-6-2-${memberId}-${periodId}`,
    programPaymentTypeId: 3,
    paymentTypeId: 6,
    partnerId: '2',
    memberId,
    periodId,
    status,
    amountToBeSent: 30_00,
    totalPayment: 30_00,
    statusAt: `${periodStart(periodId)}T15:00:00.000Z`,
    ...fields,
  });
  await transact(...paymentChange(null, dues));
  const result = await act();
  const [stored = dues] = await loadPayments([dues.id]);
  await transact(...paymentChange(stored, null));
  return result;
}

describe('dues of a month that is over and of which none were sent', () => {
  it.each(['2', 0])(
    'are not generated for partner %s, and their page gives the reason',
    async (partnerID) => {
      setClock(afterwards);
      const query = { ...november, partnerID };
      const refused = await generate(query);
      expect([refused.status, refused.body.fields]).toEqual([422, { periodID: locked }]);
      expect((await call(payments.previewMemberPayments, world.admin, { query })).status).toBe(422);
      expect((await call(payments.memberPaymentsExist, world.admin, { query })).body).toEqual({
        doPaymentsExist: false,
        locked,
      });
      await withDues('202611', pending, async () => expect((await generate(query)).status).toBe(422));
      const reimbursements = await generate({ ...query, paymentTypeID: 7, periodID: '202610' });
      expect(reimbursements.status).toBe(200);
      await runJob(reimbursements.body.jobId);
    },
  );

  it('are not generated when a failed generation is resumed or a schedule is late', async () => {
    setClock(lastMinute);
    const steps = jobKinds['member payments'];
    jobKinds['member payments'] = defineJob({ ...steps, step: () => Promise.reject(new Error('broken')) });
    const { body, status } = await generate({ ...november, partnerID: 0 });
    expect([status, (await runJob(body.jobId)).status]).toEqual([200, 'failed']);
    jobKinds['member payments'] = steps;
    const listed = async () => {
      const { items } = (await call(jobs.list, world.admin, { query: { status: 'failed' } })).body;
      return items.find(({ id }: { id: string }) => id === body.jobId);
    };
    expect(await listed()).toMatchObject({ canResume: true, resumptionLock: null });
    setClock(afterwards);
    expect(await listed()).toMatchObject({ canResume: false, resumptionLock: locked });
    const shown = await call(jobs.get, world.admin, { params: { jobId: body.jobId } });
    expect(shown.body.resumptionLock).toBe(locked);
    const resumed = await call(jobs.resume, world.admin, { params: { jobId: body.jobId } });
    expect([resumed.status, resumed.body.message]).toEqual([409, locked]);
    waitingJobs.length = 0;
    await generateNextDuesHandler({ time: '2026-10-25T05:15:00Z' });
    expect(waitingJobs).toEqual([]);
    await generateNextDuesHandler({ time: '2026-11-25T06:15:00Z' });
    expect(waitingJobs.toSorted()).toEqual([
      'member-2-6-202612-twenty-fifth',
      'member-3-6-202612-twenty-fifth',
    ]);
  });
});

describe('dues of a month that is over', () => {
  it.each<PaymentStatus>([submitted, returned, completed])(
    'are generated for members without them after others had status %d, but not those of another program',
    async (status) => {
      setClock(afterwards);
      const responses = await withDues('202609', status, async () => {
        const september = { ...november, periodID: '202609' };
        const ofAll = { ...september, partnerID: 0 };
        const { body } = await call(payments.memberPaymentsExist, world.admin, { query: ofAll });
        const other = await generate({ ...ofAll, programPaymentTypeID: 2 });
        const begun = await generate(september);
        await runJob(begun.body.jobId);
        return ['locked' in body, other.status, begun.status];
      });
      expect(responses).toEqual([false, 422, 200]);
    },
  );
});

describe('dues of a month that is over, by partner', () => {
  const october = { ...november, periodID: '202610', partnerID: 0 };
  const duesOf = async (partnerId: string, periodId: string) =>
    (await loadPayments([`M-3-6-${partnerId}-stays${partnerId}-${periodId}`])).length;

  beforeAll(async () => {
    await setTerms('1', { programPaymentTypeId: 3, memberDuesAmount: 30_00, launchDate: '2026-01-01' });
    await setTerms('2', { launchDate: '2026-01-01' });
    for (const partnerId of ['1', '2'])
      await addMembers(partnerId, [{ id: `stays${partnerId}`, facilityId: '6000' }], {
        enrolledOn: '2026-01-05',
        activatedOn: '2026-01-05',
      });
  });

  it('are generated only for partners of which some were sent, and the result names the others', async () => {
    setClock(afterwards);
    await withDues('202610', submitted, async () => {
      const preview = await call(payments.previewMemberPayments, world.admin, { query: october });
      const partnersOf = ({ rows }: { rows: { partnerName: string }[] }) =>
        new Set(rows.map(({ partnerName }) => partnerName));
      expect(partnersOf(preview.body)).toEqual(new Set([world.other.partner.name]));
      const { jobId } = (await generate(october)).body;
      expect((await runJob(jobId)).tally).toMatchObject({ added: preview.body.added });
      expect([await duesOf('1', '202610'), await duesOf('2', '202610')]).toEqual([0, 1]);
      const { rows } = (await call(jobs.get, world.admin, { params: { jobId } })).body.result;
      expect(rows).toEqual([
        expect.objectContaining({
          reason: locked.replace('November', 'October'),
          cells: { Partner: world.own.partner.name },
        }),
      ]);
    });
  });

  it('are not added by a generation that continues after the end of the month', async () => {
    setClock(lastMinute);
    const { jobId } = (await generate({ ...november, partnerID: 0 })).body;
    const steps = jobKinds['member payments'];
    jobKinds['member payments'] = defineJob({
      ...steps,
      step: (context) =>
        steps.step({
          ...context,
          now: new Date(JSON.stringify(context.cursor).includes('"lines"') ? afterwards : lastMinute),
        }),
    });
    const { tally, status } = await runJob(jobId);
    jobKinds['member payments'] = steps;
    expect([status, tally.added]).toEqual(['done', 0]);
  });
});

describe('a generation of dues that failed before its totals were set', () => {
  it('is resumed after the month, so that the totals include its payments, and adds none', async () => {
    const partnerId = await freshPartner(500, 3);
    await setTerms(partnerId, { memberDuesAmount: 30_00, launchDate: '2026-01-01' });
    await addMembers(partnerId, [{ id: 'settled', facilityId: '6000' }]);
    const october = { ...november, partnerID: partnerId, periodID: '202610' };
    const group = paymentListName('member', {
      programPaymentTypeId: 3,
      paymentTypeId: 6,
      partnerId,
      periodId: '202610',
    });
    setClock('2026-11-01T04:50:00Z');
    const steps = jobKinds['member payments'];
    const isSettling = (cursor: unknown) => JSON.stringify(cursor).includes('"totals"');
    jobKinds['member payments'] = defineJob({
      ...steps,
      step: (context) =>
        isSettling(context.cursor) ? Promise.reject(new Error('broken')) : steps.step(context),
    });
    const { jobId } = (await generate(october)).body;
    expect((await runJob(jobId)).status).toBe('failed');
    jobKinds['member payments'] = steps;
    expect(await loadTotals(group)).toMatchObject({ lines: 0, pending: 0 });
    setClock('2026-11-01T06:00:00Z');
    expect((await generate(october)).status).toBe(422);
    await addMembers(partnerId, [{ id: 'afterwards', facilityId: '6000' }]);
    const resumed = await call(jobs.resume, world.admin, { params: { jobId } });
    expect([resumed.status, resumed.body.message]).toEqual([200, expect.any(String)]);
    expect((await runJob(jobId)).status).toBe('done');
    expect(await loadTotals(group)).toMatchObject({ lines: 1, pending: 30_00 });
    const { body } = await call(payments.listMemberPayments, world.admin, { query: october });
    expect(JSON.stringify(body)).not.toContain('afterwards');
  });
});

describe('dues that were in a sent bank file', () => {
  const attempt: PaymentAttempt = {
    bankFileId: 'F1',
    trace: '1',
    at: '2026-07-01T15:00:00.000Z',
    amount: 30_00,
    returned: { at: '2026-07-03T15:00:00.000Z', code: 'R01' },
  };
  it.each<PaymentStatus>([returned, canceled, sentExternally, pending])(
    'count as sent when their status became %d',
    async (status) => {
      setClock(afterwards);
      const query = { ...november, periodID: '202607' };
      const exists = (partnerID: number | string) =>
        call(payments.memberPaymentsExist, world.admin, { query: { ...query, partnerID } });
      const responses = await withDues('202607', status, async () => [await exists('2'), await exists(0)], {
        attempts: [attempt],
      });
      for (const { body } of responses) expect(body).not.toHaveProperty('locked');
      const unsent = await withDues('202607', status, () => exists('2'));
      if (status !== returned) expect(unsent.body.locked).toBeDefined();
    },
  );
});
