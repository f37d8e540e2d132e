import { countingLimits } from '../../functions/payments/statuses/matching.ts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadPayment, paymentChange } from '../../functions/payments/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { payments } from '../../shared/contracts/payments.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { useWorld } from '../support/world.ts';
import { somePayment } from './some-payment.ts';

const world = useWorld();

const add = async (...added: Payment[]) => transact(...added.flatMap((one) => paymentChange(null, one)));
const facility = (id: string, periodId: string, given: Partial<Payment> = {}) =>
  somePayment({
    ...given,
    id,
    kind: 'facility',
    paymentTypeId: 3,
    facilityNumber: id,
    facilityId: id,
    facilityName: `Club ${id}`,
    periodId,
  });
const reason = 'Paid by check on Monday';
const change = async (ids: string[], given: object = {}) => {
  const found = await Promise.all(ids.map(loadPayment));
  return call(payments.changeStatus, world.admin, {
    body: {
      decision: 'cancel',
      reason,
      payments: found.map(({ id, version }) => ({ paymentId: id, version })),
      ...given,
    },
  });
};
const explained = async (paymentId: string) =>
  (await call(payments.reason, world.admin, { params: { paymentId }, query: { partnerId: '1' } })).body;

describe('manual payment decisions', () => {
  it('cancel or mark payments where allowed, and report why others are unchanged', async () => {
    await add(
      facility('H1', '202601'),
      facility('H2', '202601', { status: 3 }),
      facility('H3', '202601', { status: 2 }),
      facility('H4', '202601', { bankFileId: 'a-file' }),
    );
    const { status, body } = await change(['H1', 'H2', 'H3', 'H4'], { decision: 'markSentExternally' });
    expect([status, body.success, body.changed]).toEqual([200, true, 2]);
    expect(body.refused).toEqual([
      { paymentId: 'H3', message: expect.stringContaining('This one is Submitted to ACH.') },
      { paymentId: 'H4', message: expect.stringContaining('in a bank file') },
    ]);
    const now = await Promise.all(['H1', 'H2', 'H3', 'H4'].map(loadPayment));
    expect(now.map((one) => one.status)).toEqual([6, 6, 2, 0]);
    expect((await change(['H1'])).body).toMatchObject({ success: false, changed: 0 });
  });

  it('record user, time, and reason in the history', async () => {
    await add(facility('H5', '202601'));
    const correction = { programPaymentTypeId: 1, paymentId: 'H5', amountToBeSent: '7.00' };
    const without = await call(payments.correctFacilityPayment, world.admin, { body: correction });
    expect([without.status, without.body.fields?.reason ?? without.body.errors]).toEqual([
      400,
      expect.anything(),
    ]);
    await call(payments.correctFacilityPayment, world.admin, { body: { ...correction, reason } });
    await change(['H5']);
    const by = `${world.admin.firstName} ${world.admin.lastName}`;
    const { history, correction: stored } = await explained('H5');
    expect(history).toMatchObject([
      { what: 'Amount corrected to $7.00', by, reason },
      { what: 'Canceled by HC', by, reason },
    ]);
    expect(stored).toMatchObject({ by, reason });
  });

  it.each(['too short', '', 'x'.repeat(301), undefined])(
    'require a reason of 10 to 300 symbols: %j',
    async (bad) => {
      expect((await change(['H4'], { reason: bad })).status).toBe(400);
    },
  );

  it('skip payments that changed concurrently', async () => {
    await add(facility('H6', '202601'));
    const { body } = await change(['H6'], { payments: [{ paymentId: 'H6', version: 0 }] });
    expect(body.refused).toMatchObject([{ message: expect.stringContaining('Someone else changed') }]);
    expect(await loadPayment('H6')).toMatchObject({ status: 0 });
  });
});

describe('decisions about all matching payments', () => {
  const matching = { kind: 'facility', programPaymentTypeId: 1, paymentTypeId: 3, periodId: '202602' };
  const count = async (partnerId = '1') => {
    const sum = { count: 0, amount: 0, parts: 0 };
    let cursor: string | undefined;
    do {
      const { body } = await call(payments.countMatching, world.admin, {
        query: { ...matching, partnerId, decision: 'cancel', cursor },
      });
      sum.count += body.count;
      sum.amount += body.amount;
      sum.parts += 1;
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return sum;
  };
  const byStatus = async () => {
    const query = { ...matching, partnerId: '1' };
    const { body } = await call(payments.sumsByStatus, world.admin, { query });
    return body;
  };
  const changeAll = (expectedCount: number) =>
    call(payments.changeMatching, world.admin, {
      body: { ...matching, partnerId: '1', decision: 'cancel', reason, expectedCount },
    });

  it('count first, and change the payments if their number is unchanged', async () => {
    const added = Array.from({ length: 57 }, (_, index) =>
      facility(`A${String(index).padStart(2, '0')}`, '202602', index % 10 === 0 ? { status: 5 } : {}),
    );
    for (let start = 0; start < added.length; start += 15) await add(...added.slice(start, start + 15));
    await add({ ...facility('A99', '202602'), partnerId: '2' });
    expect(await count()).toEqual({ count: 51, amount: 5100, parts: 1 });
    expect(await count('0')).toEqual({ count: 52, amount: 5200, parts: 1 });
    expect(await byStatus()).toEqual({
      sums: [
        { status: 0, count: 51, amount: 5100 },
        { status: 5, count: 6, amount: 600 },
      ],
      nextCursor: null,
    });
    const { inCall } = countingLimits;
    onTestFinished(() => void (countingLimits.inCall = inCall));
    countingLimits.inCall = 20;
    expect(await count()).toEqual({ count: 51, amount: 5100, parts: 3 });
    const tooFew = await changeAll(10);
    expect([tooFew.status, tooFew.body.message]).toEqual([
      409,
      expect.stringContaining('there are more than 1'),
    ]);
    for (const [named, found] of [
      [30, 'more than 36'],
      [52, '51'],
    ] as const) {
      const stopped = await runJob((await changeAll(named)).body.jobId);
      expect(stopped).toMatchObject({ status: 'failed', done: 0 });
      expect(stopped.message).toContain(`Nothing was changed: there are ${found} such payments now.`);
    }
    expect(await count()).toMatchObject({ count: 51 });
    countingLimits.inCall = inCall;
    const refused = await changeAll(50);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('there are 51')]);
    countingLimits.inCall = 20;
    const job = await runJob((await changeAll(51)).body.jobId);
    countingLimits.inCall = inCall;
    expect(job).toMatchObject({ status: 'done', done: 51, tally: { changed: 51, kept: 6 } });
    const after = await Promise.all(added.map(({ id }) => loadPayment(id)));
    expect(after.filter(({ status }) => status === 4)).toHaveLength(51);
    expect(after.filter(({ status }) => status === 5)).toHaveLength(6);
    expect(await loadPayment('A99')).toMatchObject({ status: 0 });
    expect(await count()).toEqual({ count: 0, amount: 0, parts: 1 });
    expect((await byStatus()).sums).toMatchObject([
      { status: 4, count: 51 },
      { status: 5, count: 6 },
    ]);
  });

  it('require one partner for member payments', async () => {
    const query = { ...matching, kind: 'member', paymentTypeId: 6, partnerId: '0', decision: 'cancel' };
    expect((await call(payments.countMatching, world.admin, { query })).status).toBe(422);
  });
});

describe('returned payments', () => {
  const params = { programPaymentTypeId: 1, periodId: '202603' };
  const decisionOf = { kind: 'facility', paymentTypeId: 3, ...params, decision: 'cancel' };
  const isReturned = { status: 3 } as const;

  it('are listed and downloaded alone, for all partners and for one, page by page', async () => {
    await add(
      facility('R1', '202603', isReturned),
      facility('R2', '202603'),
      facility('R3', '202603', { status: 1 }),
      facility('R4', '202603', isReturned),
      { ...facility('R5', '202603', isReturned), partnerId: '2' },
    );
    const listed = async (query: Record<string, string>) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const sent = { ...query, showReturnedOnly: 'true', pageSize: '2', cursor };
        const { status, body } = await call(payments.listFacilityPayments, world.admin, {
          params,
          query: sent,
        });
        expect(status).toBe(200);
        ids.push(...body.items.map(({ id }: { id: string }) => id));
        cursor = body.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return ids;
    };
    expect(await listed({})).toEqual(['R1', 'R4', 'R5']);
    expect(await listed({ partnerId: '1', sortBy: 'facilityName', sortOrder: 'desc' })).toEqual(['R1', 'R4']);
    expect(await listed({ partnerId: '2' })).toEqual(['R5']);
    expect(await listed({ showCorrectedOnly: 'true' })).toEqual([]);
    const { bytes } = await call(payments.downloadFacilityPayments, world.admin, {
      params,
      query: { partnerId: '1', showReturnedOnly: 'true' },
    });
    const lines = workbookLines(bytes);
    expect(lines).toContainEqual(['Payments shown', 'Returned only']);
    expect(lines.filter((line) => line.some((cell) => cell.startsWith('Club R')))).toHaveLength(2);
  });

  it('are the only ones that a decision about all matching payments changes', async () => {
    const query = { ...decisionOf, partnerId: '1', showReturnedOnly: 'true' };
    const { body } = await call(payments.countMatching, world.admin, { query });
    expect(body).toMatchObject({ count: 2, amount: 200 });
    const begun = await call(payments.changeMatching, world.admin, {
      body: { ...decisionOf, partnerId: '1', showReturnedOnly: true, reason, expectedCount: 2 },
    });
    expect(await runJob(begun.body.jobId)).toMatchObject({ status: 'done', done: 2 });
    const now = await Promise.all(['R1', 'R2', 'R3', 'R4', 'R5'].map(loadPayment));
    expect(now.map(({ status }) => status)).toEqual([4, 0, 1, 4, 3]);
  });

  it('of one partner are the only partner payment that is listed', async () => {
    const id = 'P-1-4-2-202603';
    const of = { partnerId: '2', periodId: '202603' };
    await add(somePayment({ id, ...of }));
    const listed = async () => {
      const { body } = await call(payments.listPartnerPayments, world.admin, {
        params: { ...params, paymentTypeId: 4 },
        query: { partnerId: '2', showReturnedOnly: 'true' },
      });
      return body.items.length;
    };
    expect(await listed()).toBe(0);
    const pending = await loadPayment(id);
    for (const status of [2, 1, 3] as const) {
      const before = await loadPayment(id);
      await transact(...paymentChange(before, { ...before, status }));
    }
    expect(pending.status).toBe(0);
    expect(await listed()).toBe(1);
  });
});
