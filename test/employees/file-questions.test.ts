import { describe, expect, it } from 'vitest';
import { loadRosterChange } from '../../functions/employees/changes/change-store.ts';
import { loadMember } from '../../functions/members/store.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { text, workbook, workbookParts, zipped } from '../platform/sheets/make-workbook.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addMembers, freshPartner, rosterOf, workbookOf } from './people.ts';

// uncertain columns, ambiguous dates, and hidden parts of a workbook are reported before the upload

const world = useWorld();

type Sheet = { name: string; bytes: Uint8Array };
const check = async (partnerId: string, file: Sheet) =>
  (await call(employees.checkUpload, world.admin, { body: { partnerId }, files: { file } })).body;
const save = (partnerID: string, body: object) =>
  call(employees.saveUploadColumns, world.admin, { params: { partnerID }, body: { columns: {}, ...body } });
async function uploaded(partnerId: string, file: Sheet) {
  const begun = await call(employees.upload, world.admin, { body: { partnerId }, files: { file } });
  expect((await runJob(begun.body.jobId)).tally).toMatchObject({ failed: 0 });
  const [row] = await rosterOf(world, partnerId);
  return loadMember(String(row?.memberId));
}
const roster = async (partnerID: string, file: Sheet) => {
  const begun = await call(employees.beginRosterChange, world.admin, {
    body: { partnerID, kind: 'roster' },
    files: { file },
  });
  await runJob(begun.body.jobId);
  return loadRosterChange(begun.body.changeId);
};
const usual = ['First Name', 'Last Name', 'Email'];
const ann = ['Ann', 'Lund', 'ann@columns.test'];

describe('column with an unknown title', () => {
  const titles = [...usual, 'Primary Phone', 'Date of Birth (mm/dd/yyyy)', 'Department'];
  const file = () => workbookOf([[...ann, '(612) 555-0100', '02/03/1980', 'Sales']], titles);

  it('is reported as a question if it resembles a field, and read after an answer', async () => {
    const id = await freshPartner();
    const first = await check(id, await file());
    expect(first.questions).toEqual([
      { title: 'Primary Phone', field: 'phone' },
      { title: 'Date of Birth (mm/dd/yyyy)', field: 'dateOfBirth' },
    ]);
    expect(first.notes).toEqual([
      'Ignored columns: Primary Phone ((612) 555-0100), Date of Birth (mm/dd/yyyy) (02/03/1980), and Department (Sales).',
    ]);
    const columns = { phone: 'Primary Phone', dateOfBirth: 'Date of Birth (mm/dd/yyyy)' };
    expect((await save(id, { columns, ignored: ['Department'], version: 0 })).status).toBe(200);
    expect(await check(id, await file())).toMatchObject({ questions: [], asksDateOrder: false, notes: [] });
    expect(await uploaded(id, await file())).toMatchObject({
      phone: '(612) 555-0100',
      dateOfBirth: '1980-02-03',
    });
  });

  it('is recognized by its values', async () => {
    const rows = Array.from({ length: 4 }, (_, index) => [
      'Ann',
      `Lund ${index}`,
      `ann-${index}@values.test`,
      `612-555-010${index}`,
      `1980-02-1${index}`,
      'Sales',
    ]);
    const { questions } = await check(
      await freshPartner(),
      await workbookOf(rows, [...usual, 'Tel.', 'Born', 'Team']),
    );
    expect(questions).toEqual([
      { title: 'Tel.', field: 'phone' },
      { title: 'Born', field: 'dateOfBirth' },
    ]);
  });

  it('is not reported again after it is ignored, but listed by a full roster', async () => {
    const id = await freshPartner();
    const { notes } = await roster(id, await file());
    expect(notes).toEqual([
      'Ignored columns: Primary Phone ((612) 555-0100), Date of Birth (mm/dd/yyyy) (02/03/1980), and Department (Sales).',
    ]);
    await save(id, { ignored: titles.slice(3), version: 0 });
    expect(await check(id, await file())).toMatchObject({ questions: [], notes: [] });
    expect((await roster(id, await file())).notes).toEqual([]);
  });
});

describe('birth dates of a file', () => {
  const born = async (...dates: string[]) =>
    workbookOf(
      dates.map((date, index) => ['Ann', `Lund ${index}`, `ann-${index}@dates.test`, date]),
      [...usual, 'Date of Birth'],
    );

  it('are read with the day first if one of them fits no other order', async () => {
    const id = await freshPartner();
    const found = await check(id, await born('04/03/1980', '25/03/1981'));
    expect(found).toMatchObject({ asksDateOrder: false, added: 2, refused: 0 });
    expect(await uploaded(id, await born('04/03/1980', '25/03/1981'))).toMatchObject({
      dateOfBirth: '1980-03-04',
    });
  });

  it('require a date order if all fit both, and are read in the selected order', async () => {
    const id = await freshPartner();
    expect(await check(id, await born('04/03/1980'))).toMatchObject({
      asksDateOrder: true,
      notes: ['The birth dates fit MM/DD/YYYY and DD/MM/YYYY.'],
    });
    await save(id, { dateOrder: 'dmy', version: 0 });
    expect(await check(id, await born('04/03/1980'))).toMatchObject({ asksDateOrder: false, notes: [] });
    // dates that fit only one order are read in it, regardless of the selection
    expect(await check(id, await born('04/23/1980'))).toMatchObject({ added: 1, refused: 0 });
    expect(await uploaded(id, await born('04/03/1980'))).toMatchObject({ dateOfBirth: '1980-03-04' });
  });

  it('are rejected by an upload and a full roster if they fit both orders and none is selected', async () => {
    const id = await freshPartner();
    const file = await born('04/03/1980', '05/06/1981');
    const message =
      'The birth dates fit MM/DD/YYYY and DD/MM/YYYY. Upload the file on the employees page to choose the order for all your files, or write the dates as YYYY-MM-DD.';
    const upload = () => call(employees.upload, world.admin, { body: { partnerId: id }, files: { file } });
    const begin = () =>
      call(employees.beginRosterChange, world.admin, {
        body: { partnerID: id, kind: 'roster' },
        files: { file },
      });
    for (const attempt of [upload, begin]) {
      const { status, body } = await attempt();
      expect([status, body.fields]).toEqual([422, { file: message }]);
    }
    expect(await rosterOf(world, id)).toEqual([]);
    await save(id, { dateOrder: 'mdy', version: 0 });
    expect((await begin()).status).toBe(200);
    expect((await upload()).status).toBe(200);
  });

  it('need no date order if they are written as YYYY-MM-DD', async () => {
    expect(await uploaded(await freshPartner(), await born('1980-04-03'))).toMatchObject({
      dateOfBirth: '1980-04-03',
    });
  });

  it('are omitted if they fit both orders and the file has dates in both', async () => {
    const preview = await check(await freshPartner(), await born('04/23/1980', '23/04/1980', '04/05/1981'));
    expect(preview).toMatchObject({ asksDateOrder: false, added: 3, refused: 0 });
    expect(preview.notes).toEqual(['Date of Birth omitted: “04/05/1981” (line 4).']);
  });
});

it('reports hidden rows and sheets in the check and in a full roster', async () => {
  const id = await freshPartner();
  const row = (line: number, hidden: string, cells: string[]) =>
    `<row r="${line}"${hidden}>${cells.map(text).join('')}</row>`;
  const rows = row(1, '', usual) + row(2, '', ann) + row(3, ' hidden="1"', ['Bo', 'Moe', 'bo@columns.test']);
  const parts = workbookParts(rows);
  const file = {
    name: 'a.xlsx',
    bytes: zipped({
      ...parts,
      'xl/workbook.xml': (parts['xl/workbook.xml'] ?? '').replace(
        '</sheets>',
        '<sheet name="Old" sheetId="2" state="hidden" r:id="rId1"/></sheets>',
      ),
    }),
  };
  const notes = ['1 row is hidden in the file but included: line 3.', 'Ignored hidden sheets: Old.'];
  expect(await check(id, file)).toMatchObject({ added: 2, notes });
  expect((await roster(id, file)).notes).toEqual(notes);
  expect((await check(id, { name: 'b.xlsx', bytes: workbook(row(1, '', usual)) })).notes).toEqual([]);
});

describe('column of full names', () => {
  const title = 'Person im Betrieb';
  const file = () =>
    workbookOf(
      [
        ['Ann Lund', 'ann@full.test', '(612) 555-0100', '123-45-6780'],
        ['Maria de la Cruz', 'maria@full.test', '', '123-45-6789'],
      ],
      [title, 'Kontakt', 'Phone', 'Tax ID'],
    );

  it('is selected once and split for each row', async () => {
    const id = await freshPartner();
    const before = await check(id, await file());
    expect(before).toMatchObject({ fullName: null, titles: [title, 'Kontakt', 'Phone'] });
    expect(before.problem).toMatch(/^The column "First Name" is missing/);
    const saved = await save(id, { columns: { fullName: title, email: 'Kontakt' }, version: 0 });
    expect(saved.status).toBe(200);
    const after = await check(id, await file());
    expect(after).toMatchObject({
      problem: '',
      fullName: title,
      // the titles of the file
      titles: [title, 'Kontakt', 'Phone'],
      added: 2,
      first: [
        {
          firstName: 'Ann',
          lastName: 'Lund',
          email: 'ann@full.test',
          others: [{ title: 'Phone', value: expect.stringMatching(/555/) }],
        },
        { firstName: 'Maria', lastName: 'de la Cruz', email: 'maria@full.test', others: [] },
      ],
    });
    expect(after.samples[0]).toEqual(['Ann Lund', 'Maria de la Cruz']);
    // social security numbers are in no preview
    expect(JSON.stringify([before, after])).not.toMatch(/123-45-67|12345678/);
    const { counts } = await roster(id, await file());
    expect(counts).toMatchObject({ add: 2, wrong: 0 });
    // a file with columns of both names is read by them
    expect(await check(id, await workbookOf([ann], usual))).toMatchObject({ fullName: null, added: 1 });
  });

  it('shows only people who will be added as stored', async () => {
    const id = await freshPartner();
    const [added] = await addMembers(id, 1);
    const rows = [
      [String(added?.email), 'Here Already'],
      ['new@full.test', 'Ann Lund'],
      ['new@full.test', 'Repeated Email'],
      ['wrong', 'Wrong Email'],
    ];
    const checked = await check(id, await workbookOf(rows, ['Email', 'Full Name']));
    expect(checked).toMatchObject({ added: 1, refused: 3 });
    expect(checked.first.map(({ lastName }: { lastName: string }) => lastName)).toEqual(['Lund']);
  });

  it('is read instead of other columns of names, which are listed', async () => {
    const id = await freshPartner();
    const both = await save(id, { columns: { fullName: title, firstName: 'Vorname' }, version: 0 });
    expect([both.status, both.body.message]).toEqual([
      422,
      `The column "${title}" contains full names, so "Vorname" cannot be "First Name". Select the full names or both names.`,
    ]);
    await save(id, { columns: { fullName: title, email: 'Kontakt' }, version: 0 });
    for (const other of ['First Name', 'Given Name']) {
      const file = await workbookOf([['Ann Lund', 'Annika', 'ann@full.test']], [title, other, 'Kontakt']);
      const checked = await check(id, file);
      expect(checked).toMatchObject({ problem: '', titles: [title, other, 'Kontakt'], added: 1 });
      expect(checked.samples[1]).toEqual(['Annika']);
      expect(checked.first[0]).toMatchObject({ firstName: 'Ann', lastName: 'Lund' });
      const note = `“${other}” was not read, because “${title}” contains the full names.`;
      expect(checked.notes).toContain(note);
      expect(JSON.stringify(await roster(id, file))).toContain(note);
    }
  });

  it('is not both names', async () => {
    const id = await freshPartner();
    const columns = { firstName: title, lastName: title, email: 'Kontakt' };
    const { status, body } = await save(id, { columns, version: 0 });
    expect([status, body.message]).toEqual([
      422,
      `The column "${title}" cannot be both "First Name" and "Last Name". Select another column.`,
    ]);
    const sameTitle = `${title.toLowerCase()} `;
    const shared = await save(id, { columns: { fullName: title, email: sameTitle }, version: 0 });
    expect(shared.body.message).toContain('cannot be both "Email" and "Full Name"');
    expect((await check(id, await file())).mapping).toMatchObject({ columns: {}, version: 0 });
  });
});
