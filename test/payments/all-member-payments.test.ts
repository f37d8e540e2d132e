import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { downloadLimits } from '../../functions/files/sheet-source.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { countingLimits } from '../../functions/payments/statuses/matching.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { transact } from '../../functions/table/transact.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { somePartner, useWorld } from '../support/world.ts';
import { somePayment } from './some-payment.ts';

// more partners than one page; three of them have payments, the last one on the second page
const partnerIds = Array.from({ length: 110 }, (_, index) => String(1001 + index));
const paying = { '1001': 3, '1050': 1, '1110': 2 };
const all = { programTypeID: 3, paymentTypeID: 6, partnerID: '0', periodID: '202610' };
const limits = { ...downloadLimits };
const world = useWorld();

beforeAll(async () => {
  for (let start = 0; start < partnerIds.length; start += 5)
    await transact(
      ...partnerIds.slice(start, start + 5).flatMap((id) => partnerChange(null, somePartner(id))),
    );
  const months = [
    ...Object.entries(paying).map(([id, count]) => [id, count, '202610'] as const),
    ['1001', 21, '202611'] as const,
  ];
  for (const [partnerId, count, periodId] of months)
    for (let index = 0; index < count; index++)
      await transact(
        ...paymentChange(
          null,
          somePayment({
            id: `M-3-6-${partnerId}-P${index}-${periodId}`,
            periodId,
            kind: 'member',
            programPaymentTypeId: 3,
            paymentTypeId: 6,
            partnerId,
            partnerNumber: `PRT-${partnerId}`,
            partnerName: `Partner ${partnerId}`,
            memberId: `P${index}`,
            memberFullName: `Member ${index}`,
            totalPayment: 30_00,
            amountToBeSent: 30_00,
          }),
        ),
      );
});
afterEach(() => void Object.assign(downloadLimits, limits));

const expected = Object.entries(paying).flatMap(([partnerId, count]) =>
  Array.from({ length: count }, (_, index) => `M-3-6-${partnerId}-P${index}-202610`),
);
const read = (bytes: Uint8Array) =>
  readSheet(bytes, 'a.xlsx', { maxBytes: 1e7, tooLarge: '', maxInflatedBytes: 1e8 });
const page = (query: Record<string, string | number>) =>
  call(payments.listMemberPayments, world.admin, { query });

describe('member payments of all partners', () => {
  it('are listed page by page, each once, with the totals of all partners on every page', async () => {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { status, body } = await page({ ...all, pageSize: 2, ...(cursor && { cursor }) });
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({ memberPaymentsCount: 6, totalPaymentsAmount: 180 });
      ids.push(...body.payments.map(({ id }: { id: string }) => id));
      cursor = body.nextCursor;
    } while (cursor);
    expect(ids).toEqual(expected);
  });

  it('have sums by status for all partners, in parts', async () => {
    const query = {
      kind: 'member',
      programPaymentTypeId: 3,
      paymentTypeId: 6,
      partnerId: '0',
      periodId: '202610',
    };
    const { inCall } = countingLimits;
    countingLimits.inCall = 2;
    const amounts: number[] = [];
    let cursor: string | null = null;
    do {
      const { status, body } = await call(payments.sumsByStatus, world.admin, {
        query: { ...query, ...(cursor && { cursor }) },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      amounts.push(...body.sums.map(({ amount }: { amount: number }) => amount));
      cursor = body.nextCursor;
    } while (cursor);
    countingLimits.inCall = inCall;
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(180);
    expect(amounts.length).toBeGreaterThan(1);
    const decision = await call(payments.countMatching, world.admin, {
      query: { ...query, decision: 'cancel' },
    });
    expect(decision.status).toBe(422);
  });

  it('have pages of 20, as other lists', async () => {
    const { body } = await page({ ...all, periodID: '202611' });
    expect(body.payments).toHaveLength(20);
    const { body: rest } = await page({ ...all, periodID: '202611', cursor: body.nextCursor });
    expect(rest.payments).toHaveLength(1);
  });

  it('reject a page after the first without a cursor, as the payments of one partner do', async () => {
    for (const partnerID of ['0', '1001']) {
      const { status, body } = await page({ ...all, partnerID, page: 2 });
      expect([status, Object.keys(body.fields)]).toEqual([422, ['cursor']]);
    }
  });

  it('reject a cursor of another list', async () => {
    for (const cursor of ['nonsense', Buffer.from('{"page":null}').toString('base64url')]) {
      const { status, body } = await page({ ...all, cursor });
      expect([status, Object.keys(body.fields)]).toEqual([422, ['cursor']]);
    }
  });

  it('have no total if no partner has a payment', async () => {
    const { body } = await page({ ...all, periodID: '202609' });
    expect(body).toEqual({ payments: [], memberPaymentsCount: 0, totalPaymentsAmount: 0, nextCursor: null });
  });

  it('that were returned are listed by partner, by member, and in the download', async () => {
    const returned = { ...all, periodID: '202611', showReturnedOnly: 'true' };
    for (const [partnerId, id] of [
      ['1001', 'P3'],
      ['1001', 'P8'],
      ['1110', 'P0'],
    ] as const) {
      const payment = somePayment({
        kind: 'member',
        id: `R-${partnerId}-${id}`,
        periodId: '202611',
        programPaymentTypeId: 3,
        paymentTypeId: 6,
        partnerId,
        memberId: id,
        totalPayment: 12_00,
        amountToBeSent: 12_00,
        status: 3,
      });
      await transact(...paymentChange(null, payment));
    }
    const { programTypeID: _program, partnerID: _partner, ...ofPartners } = returned;
    const rows: object[] = [];
    let cursor: string | undefined;
    do {
      const query = { ...ofPartners, programPaymentTypeID: 3, cursor };
      const { body } = await call(payments.listMemberPaymentsByPartner, world.admin, { query });
      rows.push(...body.items);
      cursor = body.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(rows).toMatchObject([
      { partnerId: '1001', count: 2, amount: 24 },
      { partnerId: '1110', count: 1, amount: 12 },
    ]);
    const ofOne = await page({ ...returned, partnerID: '1001' });
    expect(ofOne.body.payments.map(({ id }: { id: string }) => id)).toEqual(['R-1001-P3', 'R-1001-P8']);
    expect(ofOne.body).toMatchObject({ memberPaymentsCount: 23 });
    const ids: string[] = [];
    for (let after: string | null | undefined; after !== null;) {
      const { body } = await page({ ...returned, pageSize: 1, ...(after && { cursor: after }) });
      ids.push(...body.payments.map(({ id }: { id: string }) => id));
      after = body.nextCursor;
    }
    expect(ids).toEqual(['R-1001-P3', 'R-1001-P8', 'R-1110-P0']);
    const { bytes } = await call(payments.downloadMemberPayments, world.admin, { query: returned });
    expect(workbookLines(bytes).at(-1)).toEqual(['Total', '36']);
  });

  it('are downloaded with their partners and one sum', async () => {
    const { status, headers, bytes } = await call(payments.downloadMemberPayments, world.admin, {
      query: all,
    });
    expect(status).toBe(200);
    expect(decodeURIComponent(String(headers['content-disposition']))).toContain(
      'Member payments - October 2026 - Partner and member paid - GM member dues - All partners.xlsx',
    );
    const lines = workbookLines(bytes);
    expect(lines.filter((line) => line[0]?.startsWith('PRT-')).map(([number]) => number)).toEqual(
      Object.entries(paying).flatMap(([id, count]) => Array.from({ length: count }, () => `PRT-${id}`)),
    );
    expect(lines.at(-1)).toEqual(['Total', '180']);
  });

  it('are downloaded by a job in steps if they are too many for a response', async () => {
    const direct = await call(payments.downloadMemberPayments, world.admin, { query: all });
    Object.assign(downloadLimits, { rowsInResponse: 2, rowsInStep: 1 });
    const begun = await call(payments.downloadMemberPayments, world.admin, { query: all });
    expect(begun.status).toBe(202);
    const { jobId } = begun.body;
    expect(await runJob(jobId)).toMatchObject({ status: 'done' });
    const { body } = await call(jobs.file, world.admin, { params: { jobId } });
    const file = await (await fetch(body.address)).bytes();
    const sheet = await read(file);
    expect(sheet.rows).toHaveLength(12);
    expect(sheet).toEqual(await read(direct.bytes));
  });
});
