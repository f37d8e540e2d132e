import { ListObjectsV2Command, ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { takeDeliveriesHandler as handler } from '../../../functions/employees/handlers/roster-changes.ts';
import { rosterChangesOf } from '../../../functions/employees/changes/change-store.ts';
import { filesOf, getFile, putFile, s3 } from '../../../functions/platform/files.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { call } from '../../support/call.ts';
import { allRunningJobs, runJob } from '../../support/jobs.ts';
import { useWorld } from '../../support/world.ts';
import { mailsTo } from '../../users/person.ts';
import { transact } from '../../../functions/table/transact.ts';
import { markProcessed } from '../../../functions/files/delivery-store.ts';
import { text, workbookOfSheets } from '../../platform/sheets/make-workbook.ts';
import { addMembers, freshPartner, runDying } from '../people.ts';

const world = useWorld();

const deliver = (name: string, lines: readonly string[]) =>
  putFile('files', name, lines.join('\n'), 'text/csv');
const readName = (name: string) => name.replace(/^hr/, 'hr-read');
const textOf = async (name: string) => Buffer.from((await getFile('files', name)) ?? []).toString();
const receiptOf = async (name: string) => JSON.parse(await textOf(`${readName(name)}.receipt.json`));
const waiting = async (id: string) => {
  const names: string[] = [];
  for await (const { name } of filesOf('files', `hr/${id}/`)) names.push(name);
  return names;
};
/** Returns the number of versions of files with a prefix that the bucket has. */
const versionsOf = async (Prefix: string) => {
  const Bucket = process.env.FILES_BUCKET ?? 'wellport-files';
  // the local engine has no versions
  if (process.env.CLOUD === 'local')
    return (await s3.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents?.length ?? 0;
  return (await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix }))).Versions?.length ?? 0;
};
const runAll = async () => {
  for (const { id } of await allRunningJobs()) await runJob(id);
};

it('reads a delivered file once and writes a receipt with hash, counts, and failed rows', async () => {
  const id = await freshPartner();
  const [first, two] = await addMembers(id, 2);
  const name = `hr/${id}/leavers/november.csv`;
  await deliver(name, ['Email', first?.email ?? '', 'nobody@people.test']);
  await deliver(`hr/${id}/somewhere/else.csv`, ['Email']);
  const bytes = (await getFile('files', name)) ?? new Uint8Array();
  await handler();
  await runAll();
  const receipt = await receiptOf(name);
  expect(receipt).toMatchObject({
    file: 'november.csv',
    kind: 'leavers',
    result: 'waiting for confirmation',
    counts: { rows: 2, end: 1, wrong: 1 },
    wrongRows: [{ line: 3, reason: 'No member of this partner has this email or key fob.' }],
  });
  expect(receipt.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  const [mail = ''] = await mailsTo(`office${id}@partner.test`);
  for (const part of ['2 rows', '1 to end', '1 with an error', `changes/${receipt.rosterChange}`])
    expect(mail).toContain(part);
  const changes = async () => (await rosterChangesOf(id, undefined)).items;
  expect(await changes()).toMatchObject([{ status: 'preview', delivered: true, startedBy: 'HR system' }]);
  await handler();
  expect(await allRunningJobs()).toEqual([]);
  expect(await changes()).toHaveLength(1);
  await deliver(name, ['Email', two?.email ?? '']);
  await handler();
  await runAll();
  expect(await changes()).toHaveLength(2);
});

it('accepts larger rosters by delivery and uses the column mapping of the partner', async () => {
  const id = await freshPartner(2000);
  const columns = { firstName: 'Vorname', lastName: 'Nachname', email: 'Kontakt' };
  const params = { partnerID: id };
  await call(employees.saveUploadColumns, world.admin, { params, body: { columns, version: 0 } });
  const rows = Array.from({ length: 1200 }, (_, index) => `Lund ${index},Ann,ann${index}@large.test`);
  const name = `hr/${id}/roster/large.csv`;
  await deliver(name, ['Mitarbeiter', 'Nachname,Vorname,Kontakt', ...rows]);
  expect((await getFile('files', name))?.length).toBeGreaterThan(25_600);
  await handler();
  await runAll();
  const [change] = (await rosterChangesOf(id, undefined)).items;
  expect(change).toMatchObject({ status: 'preview', counts: { rows: 1200, add: 1200, wrong: 0 } });
});

it('rejects a delivered roster whose dates fit both orders until the partner has chosen one', async () => {
  const id = await freshPartner();
  const name = `hr/${id}/roster/dates.csv`;
  const lines = ['First Name,Last Name,Email,Date of Birth', 'Ann,Lund,ann@dates-delivered.test,04/03/1980'];
  await deliver(name, lines);
  await handler();
  await runAll();
  const changes = async () => (await rosterChangesOf(id, undefined)).items;
  const error = expect.stringContaining('The birth dates fit MM/DD/YYYY and DD/MM/YYYY.');
  expect(await changes()).toMatchObject([{ status: 'refused', problem: error }]);
  const receipt = await receiptOf(name);
  expect(receipt).toMatchObject({ result: 'refused', problem: error });
  const [mail = ''] = await mailsTo(`office${id}@partner.test`);
  expect(mail.replaceAll(/\s+/g, ' ')).toContain('choose the order for all your files');
  const body = { columns: {}, dateOrder: 'dmy', version: 0 };
  await call(employees.saveUploadColumns, world.admin, { params: { partnerID: id }, body });
  await deliver(name, [...lines, 'Bo,Moe,bo@dates-delivered.test,05/06/1981']);
  await handler();
  await runAll();
  const read = (await changes()).filter(({ status }) => status === 'preview');
  expect(read).toMatchObject([{ counts: { rows: 2, add: 2, wrong: 0 } }]);
});

it('removes a delivered file with social security numbers and stores a copy without them', async () => {
  const id = await freshPartner();
  const name = `hr/${id}/roster/numbers.csv`;
  await deliver(name, ['First Name,Last Name,Email,SSN', 'Ann,Lund,ann@numbers.test,219-09-9999']);
  await handler();
  await runAll();
  await handler();
  expect(await allRunningJobs()).toEqual([]);
  const [change] = (await rosterChangesOf(id, undefined)).items;
  expect(change).toMatchObject({ status: 'preview', counts: { add: 1 } });
  expect(await getFile('files', name)).toBeUndefined();
  const copy = Buffer.from((await getFile('files', name.replace('hr/', 'hr-read/'))) ?? []).toString();
  expect(copy).toContain('ann@numbers.test');
  expect(copy).not.toContain('219');
});

it('reports an unreadable delivered file in its receipt', async () => {
  const id = await freshPartner();
  const name = `hr/${id}/roster/all.csv`;
  await deliver(name, ['First Name,Last Name,Email', 'Ann,Lund,no address']);
  await deliver('hr/999999/roster/of-nobody.csv', ['First Name,Last Name,Email']);
  await handler();
  await runAll();
  const receipt = await receiptOf(name);
  expect(receipt).toMatchObject({
    result: 'refused',
    problem: 'No row of this file is valid. No members were compared.',
  });
  const [mail = ''] = await mailsTo(`office${id}@partner.test`);
  expect(mail).toContain('Nothing was changed. Check the file and deliver it again.');
  await handler();
  expect(await allRunningJobs()).toEqual([]);
});

const numbers = ['417-22-9041', '512-33-1187'];
const titles = ['First Name', 'Last Name', 'Email', 'SSN'];
const people = [
  ['Ann', 'Lund', 'ann@masked.test', numbers[0]],
  ['Bo', 'Moe', 'bo@masked.test', numbers[1]],
] as string[][];
const csv = [titles, ...people].map((row) => row.join(','));

it('stores a delivered roster only without its social security numbers, and erases the original', async () => {
  const id = await freshPartner();
  const name = `hr/${id}/roster/all.csv`;
  await deliver(name, ['First Name', ...numbers]);
  await deliver(name, csv);
  await handler();
  await runAll();
  expect((await rosterChangesOf(id, undefined)).items).toMatchObject([
    { status: 'preview', counts: { rows: 2, add: 2, wrong: 0 } },
  ]);
  expect(await waiting(id)).toEqual([]);
  expect(await versionsOf(`hr/${id}/`)).toBe(0);
  const copy = await textOf(readName(name));
  expect(copy).toContain('"ann@masked.test","***-**-****"');
  for (const number of numbers) expect(copy).not.toContain(number);
  // the hash and the mark are those of the delivered file
  expect((await receiptOf(name)).sha256).toBe(createHash('sha256').update(csv.join('\n')).digest('hex'));
  await deliver(name, csv);
  await handler();
  expect(await allRunningJobs()).toEqual([]);
  expect(await waiting(id)).toEqual([]);
  expect(await versionsOf(`hr/${id}/`)).toBe(0);
});

it('leaves no original where a worker that reads it crashes', async () => {
  const id = await freshPartner();
  const name = `hr/${id}/roster/all.csv`;
  await deliver(name, csv);
  await handler();
  const [job] = await allRunningJobs();
  await runDying(job?.id ?? '', [s3]);
  expect((await rosterChangesOf(id, undefined)).items).toMatchObject([
    { status: 'preview', counts: { rows: 2, add: 2, wrong: 0 } },
  ]);
  expect(await versionsOf(`hr/${id}/`)).toBe(0);
  expect(await textOf(readName(name))).toContain('"ann@masked.test","***-**-****"');
});

it('erases the parts and the original of an imported roster with social security numbers', async () => {
  const id = await freshPartner();
  const upload = { partnerID: id, uploadId: randomUUID() };
  const file = { name: 'all.csv', bytes: Buffer.from(csv.join('\n')) };
  await call(employees.uploadRosterPart, world.admin, { body: { ...upload, part: '0' }, files: { file } });
  const fileHash = createHash('sha256').update(file.bytes).digest('hex');
  const { body } = await call(employees.importRoster, world.admin, {
    body: { ...upload, kind: 'roster', parts: 1, fileName: file.name, fileHash },
  });
  await runJob(body.jobId);
  const stored = `roster-changes/${body.changeId}/file`;
  expect(await textOf(stored)).not.toContain(numbers[0]);
  for (const name of [stored, `roster-changes/parts/${id}/${upload.uploadId}/`])
    expect(await versionsOf(name), name).toBe(1);
});

it.each([
  ['all.xlsx', `PK${numbers[0]}`],
  ['all.txt', `Export of November\n${numbers[0]}`],
])('empties an imported file that cannot be read: %s', async (name, content) => {
  const id = await freshPartner();
  const upload = { partnerID: id, uploadId: randomUUID() };
  const file = { name, bytes: Buffer.from(content) };
  await call(employees.uploadRosterPart, world.admin, { body: { ...upload, part: '0' }, files: { file } });
  const fileHash = createHash('sha256').update(file.bytes).digest('hex');
  const { body } = await call(employees.importRoster, world.admin, {
    body: { ...upload, kind: 'roster', parts: 1, fileName: name, fileHash },
  });
  await runJob(body.jobId);
  const parts = `roster-changes/parts/${id}/${upload.uploadId}/`;
  const stored = `roster-changes/${body.changeId}/file`;
  expect([await textOf(stored), await textOf(`${parts}0`)]).toEqual(['', '']);
  for (const prefix of [stored, parts]) expect(await versionsOf(prefix), prefix).toBe(1);
});

it('stores of a delivered workbook only the sheet that was read', async () => {
  const id = await freshPartner();
  const row = (line: number, cells: string[]) => `<row r="${line}">${cells.map(text).join('')}</row>`;
  const sheet = (lines: string[][]) =>
    `<worksheet><sheetData>${lines.map((cells, index) => row(index + 1, cells)).join('')}</sheetData></worksheet>`;
  const withoutColumn = [titles, ...people].map((cells) => cells.slice(0, 3));
  const bytes = workbookOfSheets({ People: sheet(withoutColumn), Payroll: sheet(people) });
  const name = `hr/${id}/roster/all.xlsx`;
  await putFile('files', name, bytes, 'application/octet-stream');
  await handler();
  await runAll();
  expect((await receiptOf(name)).counts).toMatchObject({ add: 2 });
  expect(await versionsOf(`hr/${id}/`)).toBe(0);
  expect(await getFile('files', readName(name))).toBeUndefined();
  const copy = await textOf(readName(name).replace('.xlsx', '.csv'));
  expect(copy).toContain('ann@masked.test');
  expect(copy).not.toContain(numbers[0]);
});

it('stores no copy of a delivered file that cannot be read or has no partner', async () => {
  const id = await freshPartner();
  const name = `hr/${id}/roster/all.xlsx`;
  await deliver(name, [`PK${csv.join()}`]);
  await deliver('hr/999998/roster/all.csv', csv);
  await handler();
  await runAll();
  expect(await receiptOf(name)).toMatchObject({ result: 'refused' });
  for (const folder of [`hr/${id}/`, 'hr/999998/', 'hr-read/999998/'])
    expect(await versionsOf(folder), folder).toBe(0);
  // the receipt
  expect(await versionsOf(`hr-read/${id}/`)).toBe(1);
});

it('reads a file that is replaced before its job once, with its newest rows', async () => {
  const id = await freshPartner();
  const name = `hr/${id}/roster/growing.csv`;
  // the local engine reads and removes files without comparing their contents
  const compares = process.env.CLOUD !== 'local';
  await deliver(name, csv.slice(0, 2));
  await handler();
  await deliver(name, csv);
  await runAll();
  expect(await waiting(id)).toEqual(compares ? [name] : []);
  await handler();
  await runAll();
  const changes = (await rosterChangesOf(id, undefined)).items;
  const read = changes.map(({ status, counts }) => `${status} ${counts.rows}`).toSorted();
  expect(read).toEqual(compares ? ['preview 2', 'refused 0'] : ['preview 2']);
  expect((await receiptOf(name)).result).toBe('waiting for confirmation');
  expect(await waiting(id)).toEqual([]);
  expect(await versionsOf(`hr/${id}/`)).toBe(0);
});

it('erases files that earlier releases left in the folder a day after they were read', async () => {
  const id = await freshPartner();
  const name = `hr/${id}/roster/earlier.csv`;
  await deliver(name, csv);
  for await (const file of filesOf('files', name))
    await transact(markProcessed(file, new Date(Date.now() - 23 * 3_600_000)));
  await handler();
  expect(await waiting(id)).toEqual([name]);
  await handler({ time: new Date(Date.now() + 2 * 3_600_000).toISOString() });
  expect(await allRunningJobs()).toEqual([]);
  expect(await versionsOf(`hr/${id}/`)).toBe(0);
});
