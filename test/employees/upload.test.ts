import { describe, expect, it, onTestFinished } from 'vitest';
import { uploadedRows } from '../../functions/employees/upload-store.ts';
import { loadPartFrom } from '../../functions/platform/stored-parts.ts';
import { loadJob, refusedRowsOf } from '../../functions/jobs/store.ts';
import { s3 } from '../../functions/platform/files.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { keys } from '../../functions/table/keys.ts';
import { eachItem } from '../../functions/table/table.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { text, workbook, workbookOfSheets, worksheet } from '../platform/sheets/make-workbook.ts';
import { costOf } from '../support/table-cost.ts';
import { call } from '../support/call.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { tableNow } from './changes/table-now.ts';
import { addMembers, freshPartner, rosterOf, runDying, workbookOf } from './people.ts';

const world = useWorld();

type Sheet = { name: string; bytes: Uint8Array };
const upload = (partnerId: string, file: Sheet, as = world.admin, overrides: object = {}) =>
  call(employees.upload, as, { body: { partnerId, ...overrides }, files: { file } });
const check = (partnerId: string, file: Sheet, overrides: object = {}) =>
  call(employees.checkUpload, world.admin, { body: { partnerId, ...overrides }, files: { file } });
const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => [
    'Ann',
    `Lund ${from + index}`,
    `a${from + index}@people.test`,
  ]);
const emails = async (id: string) => (await rosterOf(world, id)).map(({ memberEmail }) => memberEmail);

describe('employees file', () => {
  it('adds valid rows and returns the others with line and reason', async () => {
    const id = await freshPartner();
    const file = await workbookOf([
      ...people(2),
      ['', 'Berg', 'berg@people.test'],
      ['Bo', 'Moe', 'nowhere'],
      ['Bo', 'Moe', 'A0@People.test'],
    ]);
    const { body } = await upload(id, file);
    const job = await runJob(body.jobId);
    expect(job).toMatchObject({ status: 'done', done: 5, total: 5 });
    expect(job.tally).toMatchObject({ fileName: 'people.xlsx', uploaded: 2, failed: 3 });
    expect((await refusedRowsOf(body.jobId)).map(({ line, reason }) => [line, reason])).toEqual([
      [4, 'First Name is required.'],
      [5, 'Email is not valid. Write it as name@example.com.'],
      [6, 'This email is in the file more than once, first in line 2.'],
    ]);
    expect(await emails(id)).toEqual(['a0@people.test', 'a1@people.test']);
    const count = await call(employees.countWaitingToInvite, world.admin, { params: { partnerID: id } });
    expect(count.body).toBe(2);
  });

  it('adds no duplicates when it is uploaded again and adds its corrected rows', async () => {
    const id = await freshPartner();
    await runJob(
      (await upload(id, await workbookOf([...people(3), ['', 'Berg', 'b@people.test']]))).body.jobId,
    );
    const again = await upload(id, await workbookOf([...people(3), ['Bo', 'Berg', 'b@people.test']]));
    const job = await runJob(again.body.jobId);
    expect(job.tally).toMatchObject({ uploaded: 1, failed: 3 });
    expect(new Set((await refusedRowsOf(again.body.jobId)).map(({ reason }) => reason))).toEqual(
      new Set(['This email has already been uploaded.']),
    );
    expect(await rosterOf(world, id)).toHaveLength(4);
  });

  it('is uploaded once when a request without a response is repeated', async () => {
    const id = await freshPartner();
    const file = await workbookOf(people(2));
    const send = (headers: Record<string, string>, as = world.admin) =>
      call(employees.upload, as, { body: { partnerId: id }, files: { file }, headers });
    const key = { 'idempotency-key': 'an upload' };
    const { jobId } = (await send(key)).body;
    expect((await send(key)).body.jobId).toBe(jobId);
    expect((await runJob(jobId)).tally).toMatchObject({ uploaded: 2, failed: 0 });
    const repeated = await send(key);
    expect([repeated.status, repeated.body.jobId]).toEqual([200, jobId]);
    // another file, and the same one without a lost response, are uploaded
    const other = await call(employees.upload, world.admin, {
      body: { partnerId: id },
      files: { file: await workbookOf(people(1, 7)) },
      headers: key,
    });
    expect((await runJob(other.body.jobId)).tally).toMatchObject({ uploaded: 1 });
    expect((await runJob((await send({})).body.jobId)).tally).toMatchObject({ uploaded: 0, failed: 2 });
  });

  it('does not exceed the number of memberships with concurrent uploads', async () => {
    const id = await freshPartner(10);
    const files = [await workbookOf(people(8)), await workbookOf(people(8, 100))];
    const answers = await Promise.all(files.map((file) => upload(id, file)));
    const done = await Promise.all(answers.map(({ body }) => runJob(body.jobId)));
    expect(done.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(done.map(({ tally }) => (tally.uploaded ?? 0) + (tally.failed ?? 0))).toEqual([8, 8]);
    expect(await rosterOf(world, id)).toHaveLength(10);
  });

  it('adds no more employees than memberships', async () => {
    const id = await freshPartner(25);
    const { body } = await upload(id, await workbookOf(people(28)));
    expect((await runJob(body.jobId)).tally).toMatchObject({ uploaded: 25, failed: 3 });
    const refused = await refusedRowsOf(body.jobId);
    expect(refused.map(({ line }) => line)).toEqual([27, 28, 29]);
    expect(refused[0]?.reason).toBe('There are more recipients than memberships: all 25 are in use.');
    const count = await call(employees.membershipCount, world.admin, { query: { partnerId: id } });
    expect(count.body).toEqual({ used: 25, allowed: 25 });
  });

  it('adds each employee once when the worker dies at any write', async () => {
    const id = await freshPartner(60);
    const rows = people(70).map((row, index) => (index % 9 === 4 ? ['', '', ''] : row));
    rows[11] = ['Bo', 'Moe', 'no address'];
    const { body } = await upload(id, await workbookOf(rows));
    const job = await runDying(body.jobId);
    const refused = await refusedRowsOf(body.jobId);
    expect(job.status).toBe('done');
    expect(job.tally).toMatchObject({ uploaded: 60, failed: refused.length });
    expect(job.done).toBe(60 + refused.length);
    expect(new Set(refused.map(({ line }) => line)).size).toBe(refused.length);
    expect(new Set(await emails(id)).size).toBe(60);
    const count = await call(employees.membershipCount, world.admin, { query: { partnerId: id } });
    expect(count.body.used).toBe(60);
  });

  it('is read in parts, so a step reads the same amount of a long and a short file', async () => {
    const id = await freshPartner();
    const { body } = await upload(id, await workbookOf(people(120)));
    const reads = new Map<string, number>();
    s3.middlewareStack.add(
      (next, context) => async (request) => {
        const answer = await next(request);
        const { Key = '' } = request.input as { Key?: string };
        if (context.commandName === 'GetObjectCommand') reads.set(Key, (reads.get(Key) ?? 0) + 1);
        return answer;
      },
      { step: 'initialize', name: 'reads', override: true },
    );
    onTestFinished(() => void s3.middlewareStack.remove('reads'));
    expect((await runJob(body.jobId)).tally).toMatchObject({ uploaded: 120, failed: 0 });
    expect(reads.size).toBe(3);
    const [first] = await loadPartFrom(uploadedRows, body.jobId, 70);
    expect(first?.line).toBe(72);
    expect(await loadPartFrom(uploadedRows, body.jobId, 70)).toHaveLength(30);
  });
});

describe('file check', () => {
  it('counts added and refused rows with reasons and writes nothing', async () => {
    const id = await freshPartner(5);
    await addMembers(id, 1, () => ({ email: 'a0@people.test', invitationStatus: 1 }));
    const file = await workbookOf([
      ...people(7),
      ['', 'Berg', 'berg@people.test'],
      ['', 'Moe', 'moe@people.test'],
      ['Bo', 'Moe', 'A1@People.test'],
    ]);
    const before = await tableNow();
    const waiting = waitingJobs.length;
    const { status, body } = await check(id, file);
    expect(status).toBe(200);
    expect(body).toMatchObject({ problem: '', rows: 10, added: 4, refused: 6, sheet: 'Employees' });
    expect(body.reasons).toEqual([
      { reason: 'There are more recipients than memberships: all 5 are in use.', count: 2, lines: [7, 8] },
      { reason: 'First Name is required.', count: 2, lines: [9, 10] },
      { reason: 'This email has already been uploaded.', count: 1, lines: [2] },
      { reason: 'This email is in the file more than once, first in line 3.', count: 1, lines: [11] },
    ]);
    expect(body.refusedRows[0]).toEqual({
      line: 2,
      reason: 'This email has already been uploaded.',
      name: 'Ann Lund 0',
      email: 'a0@people.test',
    });
    expect(await tableNow()).toEqual(before);
    expect(waitingJobs).toHaveLength(waiting);
    // the upload of the checked file has the result of the check
    const other = await workbookOf(people(2, 50));
    const refused = await upload(id, other, world.admin, { fileHash: body.fileHash });
    expect(refused.body.fields.file).toBe(
      'This file differs from the checked file. Nothing was uploaded. Check the file again.',
    );
    const begun = await upload(id, file, world.admin, { fileHash: body.fileHash });
    expect((await runJob(begun.body.jobId)).tally).toMatchObject({ uploaded: 4, failed: 6 });
    expect((await check(id, file)).body).toMatchObject({ added: 0, refused: 10 });
  });

  it('checks and uploads 900 rows in one request each', async () => {
    const id = await freshPartner(1000);
    const file = await workbookOf(people(900));
    expect(file.bytes.length).toBeLessThanOrEqual(25_600);
    let body: { added?: number; refused?: number; fileHash?: string } = {};
    const checking = await costOf(async () => void ({ body } = await check(id, file)));
    expect(body).toMatchObject({ added: 900, refused: 0 });
    let begun: Awaited<ReturnType<typeof upload>> | undefined;
    const beginning = await costOf(
      async () => void (begun = await upload(id, file, world.admin, { fileHash: body.fileHash })),
    );
    // nine batches read 900 emails
    expect(checking.roundTrips).toBeLessThanOrEqual(9 + 6);
    expect(beginning.roundTrips).toBeLessThanOrEqual(6);
    expect(await loadJob(begun?.body.jobId ?? '')).toMatchObject({ total: 900, done: 0 });
  });

  it('stores a selected column mapping for the partner and allows changes', async () => {
    const id = await freshPartner();
    const titles = ['Sukunimi', 'Etunimi', 'Kontakt', 'Kontakt 2'];
    const file = await workbookOf([['Lund', 'Ann', 'ann@german.test', 'ann@second.test']], titles);
    const first = (await check(id, file)).body;
    expect(first).toMatchObject({ titles, rows: 0, mapping: { columns: {}, version: 0 } });
    expect(first.problem).toMatch(/^The column "First Name" is missing/);
    expect((await upload(id, file)).status).toBe(422);
    const save = (columns: object, version: number, as = world.admin) =>
      call(employees.saveUploadColumns, as, { params: { partnerID: id }, body: { columns, version } });
    const columns = { firstName: 'Etunimi', lastName: 'Sukunimi', email: 'Kontakt' };
    expect((await save(columns, 0, world.own.manager)).status).toBe(403);
    expect((await save(columns, 0)).status).toBe(200);
    expect((await save({}, 0)).body.message).toMatch(/^Someone else changed the columns of your files/);
    const second = (await check(id, file)).body;
    expect(second).toMatchObject({ problem: '', added: 1, mapping: { columns, version: 1 } });
    expect(second.columns.find(({ field }: { field: string }) => field === 'email').from).toBe('Kontakt');
    await runJob((await upload(id, file, world.admin, { fileHash: second.fileHash })).body.jobId);
    expect(await emails(id)).toEqual(['ann@german.test']);
    await save({ ...columns, email: 'KONTAKT 2', phone: '' }, 1);
    await runJob((await upload(id, file)).body.jobId);
    expect(await emails(id)).toEqual(['ann@german.test', 'ann@second.test']);
    // a file with default titles is read as before
    await runJob((await upload(id, await workbookOf(people(1)))).body.jobId);
    expect(await emails(id)).toContain('a0@people.test');
    const events = [];
    for await (const event of eachItem(keys.audit(`partner ${id}`, '', '').pk)) events.push(event);
    expect(events.filter(({ name }) => name === 'upload columns chosen')).toMatchObject([
      { who: world.admin.id, before: {}, after: columns },
      { before: columns, after: { email: 'KONTAKT 2' } },
    ]);
  });

  it('resolves two candidate columns', async () => {
    const id = await freshPartner();
    const file = await workbookOf(
      [['Ann', 'Lund', 'a@two.test', 'b@two.test']],
      ['First Name', 'Last Name', 'Email', 'E-mail Address'],
    );
    expect((await check(id, file)).body.problem).toMatch(/could both be "Email"/);
    const empty = await check(id, await workbookOf([]));
    expect(empty.body).toMatchObject({ problem: '', rows: 0, added: 0, refused: 0 });
    const body = { columns: { email: 'E-mail Address' }, version: 0 };
    await call(employees.saveUploadColumns, world.admin, { params: { partnerID: id }, body });
    expect((await check(id, file)).body).toMatchObject({ problem: '', added: 1 });
  });
});

describe('workbooks of other systems', () => {
  const row = (line: number, ...cells: string[]) => `<row r="${line}">${cells.map(text).join('')}</row>`;
  const titled = row(1, 'Roster of November') + row(3, 'Surname', 'First', 'E-mail address');

  it('accepts a title above the table', async () => {
    const id = await freshPartner();
    const bytes = workbook(
      titled + row(4, 'Lund', 'Ann', 'ann@below.test') + row(5, 'Moe', '', 'moe@below.test'),
    );
    const { body } = await upload(id, { name: 'a.xlsx', bytes });
    await runJob(body.jobId);
    expect(await emails(id)).toEqual(['ann@below.test']);
    expect((await refusedRowsOf(body.jobId)).map(({ line }) => line)).toEqual([5]);
  });

  it('accepts a title above unknown column titles', async () => {
    const bytes = workbook(
      row(1, 'Liste') + row(2, 'Nachname', 'Vorname', 'Kontakt') + row(3, 'a', 'b', 'c'),
    );
    const { body } = await check(await freshPartner(), { name: 'a.xlsx', bytes });
    expect(body.titles).toEqual(['Nachname', 'Vorname', 'Kontakt']);
  });

  it('finds the table on the second sheet, and lets the user select one of two', async () => {
    const id = await freshPartner();
    const sheetOf = (email: string) =>
      `<worksheet><sheetData>${titled}${row(4, 'Lund', 'Ann', email)}</sheetData></worksheet>`;
    const cover =
      '<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>Cover</v></c></row></sheetData></worksheet>';
    const second = {
      name: 'a.xlsx',
      bytes: workbookOfSheets({ Cover: cover, People: sheetOf('x@second.test') }),
    };
    expect((await check(id, second)).body).toMatchObject({ sheet: 'People', sheets: ['People'], added: 1 });
    const two = {
      name: 'a.xlsx',
      bytes: workbookOfSheets({ May: sheetOf('may@two.test'), June: sheetOf('june@two.test') }),
    };
    expect((await check(id, two)).body).toMatchObject({ sheet: 'May', sheets: ['May', 'June'] });
    expect((await check(id, two, { sheet: 'June' })).body).toMatchObject({ sheet: 'June', added: 1 });
    await runJob((await upload(id, two, world.admin, { sheet: 'June' })).body.jobId);
    expect(await emails(id)).toEqual(['june@two.test']);
  });
});

describe('failed rows', () => {
  it('download as a workbook that can be corrected and uploaded again', async () => {
    const id = world.own.partner.id;
    const file = await workbookOf([
      ['=cmd()', 'Berg', 'wrong'],
      ['', 'Moe', 'moe@people.test'],
    ]);
    const { body } = await upload(id, file, world.own.manager);
    await runJob(body.jobId);
    const ask = (as: typeof world.admin) =>
      call(employees.failedUploads, as, { params: { jobId: body.jobId } });
    const { bytes, status } = await ask(world.own.manager);
    expect(status).toBe(200);
    const sheet = await readSheet(bytes, 'a.xlsx', { maxBytes: 25_600, tooLarge: '' });
    expect(sheet.header).toEqual(['First Name', 'Last Name', 'Email', 'Phone', 'Date of Birth', 'Reason']);
    expect(sheet.rows.map(({ cells }) => cells.Reason)).toEqual([
      'Email is not valid. Write it as name@example.com.',
      'First Name is required.',
    ]);
    expect((await ask(world.other.manager)).status).toBe(403);
    expect((await call(jobs.get, world.other.manager, { params: { jobId: body.jobId } })).status).toBe(403);
    const corrected = await upload(id, { name: 'corrected.xlsx', bytes: new Uint8Array(bytes) });
    expect((await runJob(corrected.body.jobId)).tally).toMatchObject({ uploaded: 0, failed: 2 });
  });
});

describe('template', () => {
  it('has the columns of an employees file and can be filled in and uploaded', async () => {
    const { bytes, headers } = await call(employees.uploadTemplate, world.own.manager, {});
    expect(headers['content-disposition']).toContain('Employees template.xlsx');
    const sheet = await readSheet(bytes, 'a.xlsx', { maxBytes: 25_600, tooLarge: '' });
    expect(sheet.header.join(', ')).toBe(
      'First Name, Last Name, Email, Phone, Date of Birth, Middle Initial, Address 1, Address 2, City, State, ZIP Code, Membership Type, Employee Number',
    );
    expect(sheet.rows).toEqual([]);
  });
});

describe('refused files', () => {
  const titles = `<row r="1">${['First Name', 'Last Name', 'Email'].map(text).join('')}</row>`;
  const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
  const bomb = `<worksheet><sheetData>${'<row></row>'.repeat(600_000)}</sheetData></worksheet>`;

  it.each<[string, () => Sheet, RegExp]>([
    [
      'one byte too large',
      () => ({ name: 'a.xlsx', bytes: new Uint8Array(25_601) }),
      /^File size exceeds the limit of 25KB\. Select “Import a large file”, or keep only .* of the template\.$/,
    ],
    [
      'of another kind',
      () => ({ name: 'a.csv', bytes: Buffer.from('Email\nx') }),
      /ends in \.xlsx\. Open your file in .* save it as \.xlsx/,
    ],
    ['only named so', () => ({ name: 'a.xlsx', bytes: Buffer.from('Email\nx') }), /damaged/],
    ['a bomb', () => ({ name: 'a.xlsx', bytes: worksheet(bomb) }), /too much data/],
    ['far out', () => ({ name: 'a.xlsx', bytes: workbook(titles + corner) }), /XFD1048576/],
    ['only titles', () => ({ name: 'a.xlsx', bytes: workbook(titles) }), /contains no employees/],
    [
      'without a column',
      () => ({ name: 'a.xlsx', bytes: workbook(`<row r="1">${text('Email')}</row>`) }),
      /"First Name" is missing/,
    ],
  ])('rejects %s at the field and writes nothing', async (_, file, message) => {
    const id = await freshPartner();
    const waiting = waitingJobs.length;
    const answer = await upload(id, file());
    expect(answer.status).toBe(422);
    expect(answer.body.fields.file).toMatch(message);
    expect(waitingJobs).toHaveLength(waiting);
    expect(await rosterOf(world, id)).toEqual([]);
  });
});
