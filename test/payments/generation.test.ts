import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { loadPartner, partnerChange } from '../../functions/partners/store.ts';
import { enrollmentChange } from '../../functions/members/store.ts';
import { loadPayment, loadPayments, paymentChange } from '../../functions/payments/store.ts';
import { eachItem } from '../../functions/table/table.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadTotals } from '../../functions/payments/lists/total-store.ts';
import { lists } from '../../functions/table/keys.ts';
import { someTerms } from '../group-memberships/examples.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { crash, crashTimes } from '../support/faults.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addFacilities, addMembers, enrolled } from './facilities.ts';

const world = useWorld();
const facilities = Array.from({ length: 12 }, (_, at) => String(5000 + at));
const period = '202610';
const list = lists.facilityPayments(1, period);

beforeAll(async () => {
  await addFacilities(facilities);
  await addMembers(
    '1',
    facilities.flatMap((facilityId, at) =>
      Array.from({ length: at === 3 ? 60 : 2 }, (_, n) => ({ id: `G${facilityId}-${n}`, facilityId })),
    ),
  );
  await transact(...enrollmentChange(null, enrolled('G5001-0', '1', '5000', { from: '2026-10-15' })));
});
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const which = { programTypeID: 1, programPaymentTypeID: 1, partnerID: '1' };
const generate = async (partnerID = '1') => {
  const begun = await call(payments.generateFacilityPayments, world.admin, {
    body: { ...which, partnerID, usagePeriodID: period },
  });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return runJob(begun.body.jobId);
};
const preview = async () =>
  (await call(payments.previewFacilityPayments, world.admin, { query: { ...which, periodID: period } })).body;
const page = async (query: Record<string, string | boolean> = {}) =>
  (
    await call(payments.listFacilityPayments, world.admin, {
      params: { programPaymentTypeId: 1, periodId: period },
      query,
    })
  ).body;

async function expectTotalsRight() {
  const all = [];
  for (let cursor: string | undefined; ;) {
    const some = await page({ pageSize: '100', ...(cursor && { cursor }) });
    all.push(...some.items);
    cursor = some.nextCursor ?? undefined;
    if (!cursor) break;
  }
  const sum = (rows: { amountToBeSent: number }[]) =>
    Math.round(rows.reduce((total, one) => total + one.amountToBeSent * 100, 0));
  expect(await loadTotals(list)).toMatchObject({ lines: all.length, amount: sum(all) });
  for (const partnerId of ['1', '2']) {
    const own = all.filter((one) => one.partnerId === partnerId);
    expect(await loadTotals(`${list}#PARTNER#${partnerId}`)).toMatchObject({
      lines: own.length,
      amount: sum(own),
    });
  }
  return all;
}

const whyOf = async (paymentId: string) =>
  (await call(payments.reason, world.admin, { params: { paymentId }, query: { partnerId: '1' } })).body;

describe('generating facility payments', () => {
  it('previews what it would add, and then adds exactly that', async () => {
    const foreseen = await preview();
    expect(foreseen).toMatchObject({ added: 13, changed: 0, removed: 0, complete: true });
    const job = await generate();
    expect(job).toMatchObject({ status: 'done', tally: { added: 13, changed: 0, removed: 0 } });
    const [mover, left] = await loadPayments(['F-1-3-1-5000-202610', 'F-1-3-1-5001-202610']);
    expect(mover).toMatchObject({ numberOfMembersWhoWillBePaid: 3 });
    expect(left).toMatchObject({ numberOfMembersWhoWillBePaid: 1, totalPayment: 20_00, status: 0 });
    await expectTotalsRight();
    expect((await whyOf('F-1-3-1-5000-202610')).members).toHaveLength(3);
    expect((await whyOf('F-1-3-1-5003-202610')).members).toHaveLength(60);
  });

  it('changes nothing when repeated', async () => {
    const job = await generate();
    expect(job.tally).toMatchObject({ added: 0, changed: 0, removed: 0, kept: 13 });
    expect((await loadPayment('F-1-3-1-5003-202610')).version).toBe(1);
  });

  it('lists one partner by every column, and only corrected payments', async () => {
    await generate('2');
    const all = await page({ pageSize: '5' });
    expect(all.totals.count).toBe(14);
    for (const sortBy of ['facilityName', 'totalPayment', 'status', 'partnerIDNumber']) {
      const own = await page({ partnerId: '1', sortBy, sortOrder: 'desc', pageSize: '100' });
      expect(own.items).toHaveLength(13);
      expect(own.totals).toMatchObject({ count: 13 });
    }
    const own = await page({ partnerId: '1', sortBy: 'totalPayment', sortOrder: 'desc' });
    expect(own.items[0]).toMatchObject({ facilityIDNumber: '5003', totalPayment: 1200 });
    await call(payments.correctFacilityPayment, world.admin, {
      body: {
        programPaymentTypeId: 1,
        paymentId: 'F-1-3-1-5004-202610',
        amountToBeSent: '12.50',
        reason: 'Two members left early',
      },
    });
    expect(await whyOf('F-1-3-1-5004-202610')).toMatchObject({
      isCorrected: true,
      correction: { by: 'Ada Okafor', on: '2026-11-20', reason: 'Two members left early' },
    });
    expect(await whyOf('F-1-3-1-5005-202610')).toMatchObject({ isCorrected: false, correction: null });
    const corrected = await page({ showCorrectedOnly: 'true' });
    expect(corrected.totals).toMatchObject({ count: 1, amountToBeSent: 12.5 });
    expect((await page({ showCorrectedOnly: 'true', partnerId: '1' })).totals).toEqual(corrected.totals);
    expect(corrected.items.map((one: { id: string }) => one.id)).toEqual(['F-1-3-1-5004-202610']);
    expect((await page({ showCorrectedOnly: 'true', partnerId: '2' })).items).toEqual([]);
    await expectTotalsRight();
  });

  it('refuses a correction with an outdated version', async () => {
    const { version } = await loadPayment('F-1-3-1-5009-202610');
    const correct = (amountToBeSent: string, seen: number) =>
      call(payments.correctFacilityPayment, world.admin, {
        body: {
          programPaymentTypeId: 1,
          paymentId: 'F-1-3-1-5009-202610',
          amountToBeSent,
          version: seen,
          reason: 'Two members left early',
        },
      });
    expect((await correct('5.00', version)).status).toBe(200);
    const late = await correct('6.00', version);
    expect(late).toMatchObject({
      status: 409,
      body: { message: 'Someone else changed this payment. Reload and try again.' },
    });
    const undo = (seen: number) =>
      call(payments.undoFacilityCorrection, world.admin, {
        body: { programPaymentTypeId: 1, paymentId: 'F-1-3-1-5009-202610', version: seen },
      });
    expect((await undo(version)).status).toBe(409);
    expect((await undo(version + 1)).status).toBe(200);
  });

  it('replaces only Pending payments in no file, and keeps a correction that still fits', async () => {
    const [inFile, sent] = await loadPayments(['F-1-3-1-5005-202610', 'F-1-3-1-5006-202610']);
    if (!inFile || !sent) throw new Error('the payments are missing');
    await transact(...paymentChange(inFile, { ...inFile, bankFileId: 'file' }));
    await transact(...paymentChange(sent, { ...sent, status: 2 }));
    await addMembers(
      '1',
      ['5004', '5005', '5006', '5007'].map((facilityId) => ({ id: `N${facilityId}`, facilityId })),
    );
    expect(await preview()).toMatchObject({ added: 0, changed: 2, removed: 0 });
    const job = await generate();
    expect(job.tally).toMatchObject({ changed: 2, removed: 0 });
    expect(await loadPayment('F-1-3-1-5004-202610')).toMatchObject({
      totalPayment: 60_00,
      amountToBeSent: 12_50,
    });
    expect(await loadPayment('F-1-3-1-5005-202610')).toMatchObject({ totalPayment: 40_00 });
    expect(await loadPayment('F-1-3-1-5006-202610')).toMatchObject({ totalPayment: 40_00, status: 2 });
    await expectTotalsRight();
  });

  it('removes payments that are no longer due, and previews that', async () => {
    const gone = ['G5008-0', 'G5008-1'].map((id) => enrolled(id, '1', '5008', { version: 1 }));
    for (const one of gone) await transact(...enrollmentChange(one, { ...one, to: '2026-09-20' }));
    expect(await preview()).toMatchObject({
      removed: 1,
      rows: [{ what: 'removed', after: null, before: 40 }],
    });
    expect((await generate()).tally).toMatchObject({ removed: 1 });
    expect(await loadPayments(['F-1-3-1-5008-202610'])).toEqual([]);
    await expectTotalsRight();
  });

  it('removes a correction that exceeds the new total, and reports it', async () => {
    await call(payments.correctFacilityPayment, world.admin, {
      body: {
        programPaymentTypeId: 1,
        paymentId: 'F-1-3-1-5003-202610',
        amountToBeSent: 1199,
        reason: 'Two members left early',
      },
    });
    const gone = Array.from({ length: 50 }, (_, n) => enrolled(`G5003-${n}`, '1', '5003', { version: 1 }));
    for (const one of gone) await transact(...enrollmentChange(one, { ...one, to: '2026-09-20' }));
    const job = await generate();
    const told: unknown[] = [];
    for await (const part of eachItem(`JOB#${job.id}`, 'PART#')) told.push(...(part.rows as unknown[]));
    expect(told).toMatchObject([{ reason: expect.stringContaining('Correction $1,199.00 was removed') }]);
    expect(await loadPayment('F-1-3-1-5003-202610')).toMatchObject({
      totalPayment: 200_00,
      amountToBeSent: 200_00,
    });
    expect((await page({ showCorrectedOnly: 'true' })).items).toHaveLength(1);
    await expectTotalsRight();
  });

  it('is refused while the list is already being generated', async () => {
    const ask = () =>
      call(payments.generateFacilityPayments, world.admin, { body: { ...which, usagePeriodID: period } });
    const first = await ask();
    expect((await ask()).status).toBe(409);
    await runJob(first.body.jobId);
    const third = await ask();
    expect(third.status).toBe(200);
    await runJob(third.body.jobId);
  });
});

describe('a generation that crashes at any write', () => {
  it('resumes without duplicates', { timeout: 180_000 }, async () => {
    const usagePeriodID = '202609';
    await addMembers(
      '2',
      ['5000', '5001', '5002'].map((facilityId) => ({ id: `K${facilityId}`, facilityId })),
    );
    for (let n = 1, isCrashed = true; isCrashed; n++) {
      for (const when of crashTimes) {
        const { body } = await call(payments.generateFacilityPayments, world.admin, {
          body: { ...which, partnerID: '2', usagePeriodID },
        });
        isCrashed = await crash(n, when, () => runJob(body.jobId));
        const job = await runJob(body.jobId);
        expect(job.status).toBe('done');
        const facilityIds = ['4100', '4200', '5000', '5001', '5002'];
        const rows = await loadPayments(
          facilityIds.map((facility) => `F-1-3-2-${facility}-${usagePeriodID}`),
        );
        expect(rows.length).toBeGreaterThan(2);
        expect(await loadTotals(lists.facilityPayments(1, usagePeriodID))).toMatchObject({
          lines: rows.length,
          total: rows.reduce((sum, one) => sum + one.totalPayment, 0),
        });
        expect(job.tally.added).toBe(rows.length);
        for (const one of rows) await transact(...paymentChange(one, null));
      }
    }
  });
});

describe('generating partner payments', () => {
  const partnerWhich = { programTypeID: 1, programPaymentTypeID: 1, paymentTypeID: 4 };

  it('creates one per partner, with fees, and as Sent Externally for a partner that pays by itself', async () => {
    const partner = await loadPartner('2');
    await transact(...partnerChange(partner, { ...partner, partnerBillingTypeId: 1 }));
    const begun = await call(payments.generatePartnerPayments, world.admin, {
      body: { ...partnerWhich, partnerID: 0, usagePeriodID: period, startupFee: '10.25' },
    });
    const job = await runJob(begun.body.jobId);
    expect(job).toMatchObject({ status: 'done', tally: { added: 2 } });
    const [first, second] = await loadPayments(['P-1-4-1-202610', 'P-1-4-2-202610']);
    expect(first).toMatchObject({ totalPayment: 12_260_25, startupFee: 10_25, status: 0 });
    expect(second).toMatchObject({ status: 6 });
    const shown = await call(payments.listPartnerPayments, world.admin, {
      params: { programPaymentTypeId: 1, paymentTypeId: 4, periodId: period },
    });
    expect(shown.body.totals).toEqual({ count: 2, totalPayment: 24520.5, amountToBeSent: 24520.5 });
  });

  it('uses the terms that applied in a closed month, and records their version', async () => {
    const partnerId = '1';
    const form = { ...someTerms(partnerId), launchDate: world.own.groupMembership.launchDate };
    const ask = (usagePeriodID: string) =>
      call(payments.generatePartnerPayments, world.admin, {
        body: { ...partnerWhich, partnerID: partnerId, usagePeriodID },
      });
    setClock('2026-12-20T16:00:00Z');
    await runJob((await ask('202611')).body.jobId);
    const before = await loadPayment('P-1-4-1-202611');
    const saved = await call(groupMemberships.update, world.admin, { body: { ...form, adminFee: '888.00' } });
    expect(saved.body.message).toBe('The group membership was saved. Fees count from December 2026.');
    const job = await runJob((await ask('202611')).body.jobId);
    expect(job.tally).toMatchObject({ kept: 1, changed: 0 });
    expect(await loadPayment('P-1-4-1-202611')).toEqual(before);
    expect(before.reason.terms).toEqual({ number: 1, fromPeriod: '202609' });
    setClock('2027-01-09T16:00:00Z');
    await runJob((await ask('202612')).body.jobId);
    expect(await loadPayment('P-1-4-1-202612')).toMatchObject({
      adminFee: 888_00,
      reason: { terms: { number: 2, fromPeriod: '202612' } },
    });
    const shown = await call(groupMemberships.get, world.admin, { query: { partnerId } });
    expect(shown.body.versions).toMatchObject([
      { number: 1, adminFee: 250 },
      { number: 2, adminFee: 888, savedOn: '2026-12-20' },
    ]);
  });

  it('refuses invalid requests with messages', async () => {
    const ask = async (body: Record<string, unknown>) =>
      call(payments.generatePartnerPayments, world.admin, {
        body: { ...partnerWhich, partnerID: 1, usagePeriodID: period, ...body },
      });
    expect((await ask({ startupFee: '0' })).body.message).toBe(
      'At least one Fee must be greater than $0.00.',
    );
    expect((await ask({ startupFee: '1.005' })).status).toBe(400);
    expect((await ask({ startupFee: '1000000' })).status).toBe(400);
    expect((await ask({ usagePeriodID: '202611' })).body.message).toContain('not closed yet');
    expect((await ask({ paymentTypeID: 5 })).status).toBe(422);
    expect((await ask({ programPaymentTypeID: 2 })).body.message).toContain('has no program');
    expect((await ask({ partnerID: 99 })).status).toBe(404);
  });

  it('shows partner managers their own payments with explanations', async () => {
    const own = await call(payments.listPaymentsOfPartner, world.own.manager, {
      params: { partnerId: '1', programPaymentTypeId: 1 },
    });
    expect(own.body).toMatchObject([{ id: 'P-1-4-1-202610', totalPayment: 12260.25 }]);
    const why = await call(payments.reason, world.own.manager, {
      params: { paymentId: 'P-1-4-1-202610' },
      query: { partnerId: '1' },
    });
    expect(why.body.steps.map((one: { what: string }) => one.what)).toEqual([
      'Monthly installment for October 2026',
      'Admin fee',
      'Startup fee',
    ]);
    const stolen = await call(payments.reason, world.own.manager, {
      params: { paymentId: 'P-1-4-2-202610' },
      query: { partnerId: '1' },
    });
    expect(stolen.status).toBe(404);
    const backwards = await call(payments.listPaymentsOfPartner, world.own.manager, {
      params: { partnerId: '1', programPaymentTypeId: 1 },
      query: { periodIdFrom: '202610', periodIdTo: '202609' },
    });
    expect(backwards.body.message).toBe('End month should be greater than start month.');
  });
});
