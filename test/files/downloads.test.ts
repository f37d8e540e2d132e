import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { downloadLimits } from '../../functions/files/sheet-source.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { signedAddress } from '../../functions/platform/signed-address.ts';
import { sheetLines, sheetOfParts } from '../../functions/platform/sheets/sheet-parts.ts';
import type { Sheet } from '../../functions/platform/sheets/choose-sheet.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { writeSheet, type SheetToWrite } from '../../functions/platform/sheets/write-sheet.ts';
import { transact } from '../../functions/table/transact.ts';
import { visitAdded } from '../../functions/visits/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { payments } from '../../shared/contracts/payments.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { addMembers, freshPartner, runDying, workbookOf } from '../employees/people.ts';
import { somePayment } from '../payments/some-payment.ts';
import { call, type Sent } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();
const usual = { ...downloadLimits };
const rows = 75;

beforeEach(() => void Object.assign(downloadLimits, { rowsInResponse: 20, rowsInStep: 30 }));
afterEach(() => void Object.assign(downloadLimits, usual));

const read = async (bytes: Uint8Array): Promise<Sheet> =>
  readSheet(bytes, 'a.xlsx', { maxBytes: 1e7, tooLarge: '', maxInflatedBytes: 1e8 });

/** Starts a download that exceeds a response and returns its job ID. */
async function begin(endpoint: Endpoint, sent: Sent, as = world.admin): Promise<string> {
  const { status, body } = await call(endpoint, as, sent);
  expect(status).toBe(202);
  return body.jobId;
}

/** Returns the file of a finished download. */
async function saved(jobId: string): Promise<{ name: string; bytes: Uint8Array; headers: Headers }> {
  const { status, body } = await call(jobs.file, world.admin, { params: { jobId } });
  expect(status).toBe(200);
  const response = await fetch(body.address);
  expect(response.status).toBe(200);
  return { name: body.name, bytes: await response.bytes(), headers: response.headers };
}

/** Downloads the same sheet as a response and by a job, and requires equal content. */
async function bothWays(endpoint: Endpoint, sent: Sent): Promise<Sheet> {
  const jobId = await begin(endpoint, sent);
  expect(await runJob(jobId)).toMatchObject({ status: 'done', kind: 'download' });
  const file = await saved(jobId);
  Object.assign(downloadLimits, usual);
  const response = await call(endpoint, world.admin, sent);
  expect(response.status).toBe(200);
  expect(String(response.headers['content-disposition'])).toContain(encodeURIComponent(file.name));
  const sheet = await read(file.bytes);
  expect(sheet).toEqual(await read(response.bytes));
  return sheet;
}

describe('download that exceeds a response', () => {
  it('creates a roster by a job and serves it from a signed URL for five minutes', async () => {
    const id = await freshPartner();
    await addMembers(id, rows, (index) => ({ lastName: `Name ${String(index).padStart(3, '0')}` }));
    const query = { partnerID: id };
    const sheet = await bothWays(employees.excelReport, { query });
    expect(sheet.rows.map(({ cells }) => cells['Last Name'])).toEqual(
      Array.from({ length: rows }, (_, index) => `Name ${String(index).padStart(3, '0')}`),
    );
    Object.assign(downloadLimits, { rowsInResponse: 20 });
    const jobId = await begin(employees.excelReport, { query });
    await runJob(jobId);
    const { body } = await call(jobs.file, world.admin, { params: { jobId } });
    expect(new URL(body.address).searchParams.get('X-Amz-Expires')).toBe('300');
    expect((await saved(jobId)).headers.get('content-disposition')).toContain('attachment');
  });

  it('contains each visit once when the worker dies at any write', async () => {
    for (let index = 0; index < rows; index++)
      await transact(
        ...visitAdded({
          memberId: `M${index}`,
          partnerId: '1',
          facilityId: '4100',
          facilityName: 'Harbor & <Sons>',
          memberName: `Ann ${String(index).padStart(3, '0')}`,
          date: '2026-08-05',
          time: '',
          periodId: '202608',
          version: 0,
        }),
      );
    const sent = { query: { partnerID: '1', usagePeriodID: '202608' } };
    const jobId = await begin(visits.download, sent);
    expect(await runDying(jobId)).toMatchObject({ status: 'done', done: rows, total: rows });
    const sheet = await read((await saved(jobId)).bytes);
    expect(new Set(sheet.rows.map(({ cells }) => cells.Member)).size).toBe(rows);
    expect(sheet.rows).toHaveLength(rows);
    expect(sheet.rows[0]?.cells).toMatchObject({ 'Visit date': '2026-08-05', Facility: 'Harbor & <Sons>' });
  });

  it('has the totals of the payments as in a response', async () => {
    for (let index = 0; index < rows; index++) {
      const facility = {
        facilityId: `F${index}`,
        facilityIDNumber: `${1000 + index}`,
        facilityName: `Gym ${index}`,
      };
      const corrected = index % 2 === 0 ? 50_00 : 100_00;
      const kinds = [
        somePayment({
          id: `A${index}`,
          partnerId: `A${index}`,
          periodId: '202607',
          amountToBeSent: corrected,
        }),
        somePayment({
          id: `B${index}`,
          kind: 'facility',
          periodId: '202607',
          ...facility,
          amountToBeSent: corrected,
        }),
        somePayment({
          id: `C${index}`,
          kind: 'member',
          programPaymentTypeId: 2,
          paymentTypeId: 6,
          periodId: '202607',
          memberId: `M${index}`,
          memberFullName: `Ann ${index}`,
        }),
      ];
      await transact(...kinds.flatMap((kind) => paymentChange(null, kind)));
    }
    const month = { programPaymentTypeId: 1, periodId: '202607' };
    const partner = { params: { ...month, paymentTypeId: 4 } };
    const facility = { params: month };
    const last = (sheet: Sheet) => Object.values(sheet.rows.at(-1)?.cells ?? {}).join(' ');
    expect(last(await bothWays(payments.downloadPartnerPayments, partner))).toContain('Total');
    Object.assign(downloadLimits, { rowsInResponse: 20, rowsInStep: 30 });
    await bothWays(payments.downloadFacilityPayments, facility);
    Object.assign(downloadLimits, { rowsInResponse: 20, rowsInStep: 30 });
    await bothWays(payments.downloadFacilityPayments, {
      ...facility,
      query: { partnerId: '1', showCorrectedOnly: true },
    });
    Object.assign(downloadLimits, { rowsInResponse: 20, rowsInStep: 30 });
    await bothWays(payments.downloadMemberPayments, {
      query: { programTypeID: 2, paymentTypeID: 6, partnerID: '1', periodID: '202607' },
    });
  });

  it('is available to its requester when it is ready', async () => {
    const { own, other } = world;
    await addMembers(own.partner.id, 30);
    const sent = { query: { partnerID: own.partner.id } };
    const jobId = await begin(employees.excelReport, sent, own.manager);
    const file = (as: typeof world.admin) => call(jobs.file, as, { params: { jobId } });
    expect((await file(own.manager)).status).toBe(409);
    await runJob(jobId);
    expect((await file(own.manager)).status).toBe(200);
    expect((await file(other.manager)).status).toBe(403);
    expect((await loadJob(jobId))?.partnerId).toBe(own.partner.id);
  });
});

describe('sheet from parts', () => {
  const sheet: SheetToWrite = {
    sheetName: 'A "sheet": 1',
    columns: [
      { title: 'Text', kind: 'text' },
      { title: 'Count', kind: 'number' },
      { title: 'Amount', kind: 'money' },
      { title: 'Day', kind: 'date' },
    ],
    rows: [
      ['  =1+1 <&> "x" \u0007 _x0007_', 3, 123_45, '2026-02-28'],
      ['constructor', -1, -5, 'no date'],
      ['Ünïcode 😀', 0, 0, '1900-01-01'],
      [null, undefined, '', '1999-12-31'],
    ],
  };

  it('equals a sheet written as a whole', async () => {
    async function* parts() {
      for (const row of sheet.rows) yield sheetLines(sheet.columns, [row]);
    }
    expect(await read(await sheetOfParts(sheet, parts()))).toEqual(await read(await writeSheet(sheet)));
  });
});

describe('signed URL', () => {
  it('matches Amazon’s example', () => {
    const address = signedAddress(new URL('https://examplebucket.s3.amazonaws.com/test.txt'), {
      key: {
        accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      },
      region: 'us-east-1',
      at: new Date('2013-05-24T00:00:00Z'),
      expiresInSeconds: 86_400,
    });
    expect(address).toContain(
      'X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });
});

it('formulas are plain text in every download of the partner area', async () => {
  const formula = '=HYPERLINK("https://bad.example")';
  const id = await freshPartner();
  const [member] = await addMembers(id, 1, () => ({ firstName: formula, invitationStatus: 4 }));
  const memberId = member?.id ?? '';
  await transact(
    ...visitAdded({
      memberId,
      partnerId: id,
      facilityId: '4100',
      facilityName: formula,
      memberName: formula,
      date: '2026-10-05',
      time: '',
      periodId: '202610',
      version: 0,
    }),
    ...paymentChange(
      null,
      somePayment({
        kind: 'partner',
        id: `P-1-4-${id}-202610`,
        programPaymentTypeId: 1,
        paymentTypeId: 4,
        partnerId: id,
        periodId: '202610',
      }),
    ),
  );
  const file = await workbookOf([[formula, 'Lund', 'no address']]);
  const upload = await call(employees.upload, world.admin, { body: { partnerId: id }, files: { file } });
  await runJob(upload.body.jobId);
  const request: [Endpoint, Sent, boolean][] = [
    [employees.excelReport, { query: { partnerID: id } }, true],
    [employees.memberList, { query: { partnerID: id } }, true],
    [employees.failedUploads, { params: { jobId: upload.body.jobId } }, true],
    [visits.download, { query: { partnerID: id, usagePeriodID: '202610' } }, true],
    [
      payments.downloadPaymentsOfPartner,
      { params: { partnerId: id, programPaymentTypeId: 1 }, query: { periodIdTo: '202610' } },
      false,
    ],
  ];
  for (const [endpoint, sent, holdsIt] of request) {
    const { status, bytes } = await call(endpoint, world.admin, sent);
    expect(status, endpoint.name).toBe(200);
    const parts = Object.entries(unzipSync(bytes)).map(([, part]) => strFromU8(part));
    expect(
      parts.filter((part) => /<f[ >]/.test(part)),
      endpoint.name,
    ).toEqual([]);
    const texts = parts.flatMap((part) =>
      [...part.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text),
    );
    expect(
      texts.filter((text) => /^\s*[=+@-]/.test(text ?? '')),
      endpoint.name,
    ).toEqual([]);
    expect(
      texts.some((text) => text?.includes('HYPERLINK')),
      endpoint.name,
    ).toBe(holdsIt);
  }
});
