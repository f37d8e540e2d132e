import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { takeDeliveriesHandler as handler } from '../../../functions/employees/handlers/roster-changes.ts';
import { rosterChangesOf } from '../../../functions/employees/changes/change-store.ts';
import { getFile, putFile } from '../../../functions/platform/files.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { call } from '../../support/call.ts';
import { allRunningJobs, runJob } from '../../support/jobs.ts';
import { useWorld } from '../../support/world.ts';
import { mailsTo } from '../../users/person.ts';
import { addMembers, freshPartner } from '../people.ts';

const world = useWorld();

const deliver = (name: string, lines: readonly string[]) =>
  putFile('files', name, lines.join('\n'), 'text/csv');
const runAll = async () => {
  for (const { id } of await allRunningJobs()) await runJob(id);
};

it('reads a delivered file once and writes a receipt with hash, counts, and failed rows', async () => {
  const id = await freshPartner();
  const [first, two] = await addMembers(id, 2);
  const name = `hr/${id}/leavers/november.csv`;
  await deliver(name, ['Email', first?.email ?? '', 'nobody@people.test']);
  await deliver(`hr/${id}/somewhere/else.csv`, ['Email']);
  await handler();
  await runAll();
  const receipt = JSON.parse(Buffer.from((await getFile('files', `${name}.receipt.json`)) ?? []).toString());
  expect(receipt).toMatchObject({
    file: 'november.csv',
    kind: 'leavers',
    result: 'waiting for confirmation',
    counts: { rows: 2, end: 1, wrong: 1 },
    wrongRows: [{ line: 3, reason: 'No member of this partner has this email or key fob.' }],
  });
  const bytes = (await getFile('files', name)) ?? new Uint8Array();
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
  const receipt = JSON.parse(Buffer.from((await getFile('files', `${name}.receipt.json`)) ?? []).toString());
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
  const copy = Buffer.from((await getFile('files', `roster-changes/${change?.id}/file`)) ?? []).toString();
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
  const receipt = JSON.parse(Buffer.from((await getFile('files', `${name}.receipt.json`)) ?? []).toString());
  expect(receipt).toMatchObject({
    result: 'refused',
    problem: 'No row of this file is valid. No members were compared.',
  });
  const [mail = ''] = await mailsTo(`office${id}@partner.test`);
  expect(mail).toContain('Nothing was changed. Check the file and deliver it again.');
  await handler();
  expect(await allRunningJobs()).toEqual([]);
});
