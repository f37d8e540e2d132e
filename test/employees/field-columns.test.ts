import { describe, expect, it } from 'vitest';
import { getFile } from '../../functions/platform/files.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { splitNames } from '../../shared/employees/split-names.ts';
import { addDays, dateInChicago, showDate } from '../../shared/calendar.ts';
import { call } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { zipped, text, workbookParts } from '../platform/sheets/make-workbook.ts';
import { addMembers, csv, freshPartner, readChange, type Sheet, workbookOf } from './people.ts';
import type { RosterChangeKind } from '../../shared/employees/roster-change.ts';

// Columns with a meaning, mixed orders of dates, and identifiers of leavers, through the endpoints.

const world = useWorld();
const today = dateInChicago(new Date());
const read = (partnerID: string, kind: RosterChangeKind, file: Sheet) =>
  readChange(world, partnerID, kind, file);
const slashed = (days: number) => showDate(addDays(today, days));
const whatOf = (rows: readonly { line: number; what: string }[]) =>
  rows.map(({ line, what }) => [line, what]);
const activated = { invitationStatus: 4 as const, enrolledOn: '2026-01-05', activatedOn: '2026-01-05' };

describe('a status in a leavers file', () => {
  it.each([
    'Rescinded',
    'Term Pending',
    'No longer terminated',
    'Resignation not accepted',
    'Terminated in error',
    'Laid off (recalled)',
    'Former contractor - now employed',
    'Deceased spouse',
    'Resignation withdrawn',
    'Termination rescinded',
    'Reinstated',
    'Transfer',
    'Transferred to Plant 2',
    'Rehired',
    'COBRA',
  ])('“%s” ends no membership', async (status) => {
    const id = await freshPartner();
    await addMembers(id, 1, () => ({ ...activated, email: 'm@tern.test' }));
    const { change, rowsOf } = await read(id, 'leavers', csv(`Email,Status\nm@tern.test,${status}\n`));
    expect(change.counts).toMatchObject({ end: 0, wrong: 1 });
    expect(whatOf(await rowsOf('wrong'))).toEqual([[2, `Status “${status}” is no leaver.`]]);
  });

  it.each(['Terminated - not eligible for rehire', 'Resigned (eligible for rehire)', 'No longer employed'])(
    '“%s” ends the membership',
    async (status) => {
      const id = await freshPartner();
      await addMembers(id, 1, () => ({ ...activated, email: 'm@tern.test' }));
      const { change } = await read(id, 'leavers', csv(`Email,Status\nm@tern.test,${status}\n`));
      expect(change.counts).toMatchObject({ end: 1, wrong: 0 });
    },
  );

  it('that is rescinded or a transfer ends no membership, although it has a last day', async () => {
    const id = await freshPartner();
    await addMembers(id, 2, (index) => ({ ...activated, email: `m${index}@tern.test` }));
    const file = csv(
      `Email,Status,Last Day\nm0@tern.test,Rescinded,${slashed(20)}\nm1@tern.test,Transfer,${slashed(-3)}\n`,
    );
    const { change } = await read(id, 'leavers', file);
    expect(change.counts).toMatchObject({ end: 0, wrong: 2 });
  });

  it.each(['Pending Term', 'Term pending eff.', 'Last day', 'Will be terminated', 'Vol. Term'])(
    'uses the date of “%s”',
    async (words) => {
      const id = await freshPartner();
      await addMembers(id, 1, () => ({ ...activated, email: 'm@tern.test' }));
      const file = csv(`Email,Status\nm@tern.test,${words} ${slashed(18)}\n`);
      const { rowsOf } = await read(id, 'leavers', file);
      expect(await rowsOf('end')).toMatchObject([
        { lastDayInFile: addDays(today, 18), lastDay: addDays(today, 18) },
      ]);
    },
  );
});

it.each([
  ['Employee Number,First Name,Last Name', 'T-1,Sam,Other', 'T-1,Ann,Married'],
  ['Email,Employee Name', 'm@tern.test,"Other, Sam"', 'm@tern.test,"Lund-Berg, Ann"'],
])('a leaver with another name than the member ends no membership: %s', async (titles, other, own) => {
  const id = await freshPartner();
  const tern = { firstName: 'Ann', lastName: 'Lund', email: 'm@tern.test', employeeNumber: 'T-1' };
  await addMembers(id, 1, () => ({ ...activated, ...tern }));
  const { change, rowsOf } = await read(id, 'leavers', csv(`${titles}\n${other}\n`));
  expect(change.counts).toMatchObject({ end: 0, stay: 1 });
  expect((await rowsOf('stay'))[0]?.what).toContain('Line 2 has the name');
  expect((await read(id, 'leavers', csv(`${titles}\n${own}\n`))).change.counts).toMatchObject({ end: 1 });
});

it('an announced departure is known in a file of new employees, and adds the person until then', async () => {
  const { change } = await read(
    await freshPartner(),
    'additions',
    csv(`First Name,Last Name,Email,Status\nAnn,Lund,ann@tern.test,Pending Term ${slashed(18)}\n`),
  );
  expect(change.counts).toMatchObject({ add: 1, wrong: 0 });
  expect(change.notes.join(' ')).toContain('is known. Send it again as a leavers file.');
});

it.each(['Eligibility', 'Benefit Eligibility', 'Class'])(
  'a column %s with the value Terminated adds no former employee',
  async (title) => {
    const { change, rowsOf } = await read(
      await freshPartner(),
      'additions',
      csv(
        `First Name,Last Name,Email,${title}\nAnn,Lund,a@tern.test,Eligible\nBo,Moe,b@tern.test,Terminated\nCy,Ek,c@tern.test,Not eligible\nDi,Po,d@tern.test,Waived\n`,
      ),
    );
    expect(change.counts).toMatchObject({ add: 3, wrong: 1 });
    expect(whatOf(await rowsOf('wrong'))).toEqual([
      [3, `People who left are not added: ${title} “Terminated”.`],
    ]);
  },
);

describe('dates in both orders in one file', () => {
  it('omit birth dates that fit both, and name them', async () => {
    const { change, rowsOf } = await read(
      await freshPartner(),
      'additions',
      csv(
        'First Name,Last Name,Email,Date of Birth\nAnn,Lund,a@tern.test,31/12/1979\nBo,Moe,b@tern.test,12/31/1980\nCy,Ek,c@tern.test,05/11/1981\n',
      ),
    );
    expect(change.counts).toMatchObject({ add: 3, wrong: 0 });
    expect(change.notes).toContain('Date of Birth omitted: “05/11/1981” (line 4).');
    const born = (await rowsOf('add')).map(
      ({ employee }: { employee?: { dateOfBirth: string } }) => employee,
    );
    expect(JSON.stringify(born)).not.toContain('1981');
  });

  it('end no membership by a last day that fits both', async () => {
    const id = await freshPartner();
    await addMembers(id, 3, (index) => ({ ...activated, email: `m${index}@tern.test` }));
    const { change, rowsOf } = await read(
      id,
      'leavers',
      csv('Email,Last Day\nm0@tern.test,19/11/2026\nm1@tern.test,11/20/26\nm2@tern.test,05/11/2026\n'),
    );
    expect(change.counts).toMatchObject({ end: 2, wrong: 1 });
    expect(whatOf(await rowsOf('wrong'))).toEqual([
      [
        4,
        'Last Day “05/11/2026” is MM/DD or DD/MM: the file has dates in both orders. Write it as YYYY-MM-DD.',
      ],
    ]);
  });
});

describe('leavers by employee number', () => {
  const members = async () => {
    const id = await freshPartner();
    await addMembers(id, 4, (index) => ({
      ...activated,
      email: `m${index}@tern.test`,
      employeeNumber: ['00417', '00418', '00500', '00500'][index] ?? '',
    }));
    return id;
  };
  it('end if the number is unique, also with an email of nobody', async () => {
    const file = csv('Employee ID,Email\n00417,\n00418,private@home.test\n');
    const { change, rowsOf } = await read(await members(), 'leavers', file);
    expect(change.counts).toMatchObject({ end: 2, wrong: 0 });
    expect((await rowsOf('end')).map(({ email }: { email: string }) => email)).toEqual([
      'm0@tern.test',
      'm1@tern.test',
    ]);
  });

  it('are not needed beside an email, although a spreadsheet changed them', async () => {
    const file = csv('Emp ID,Work Email,Key Fob\n4.17E+05,m0@tern.test,1.00E+05\n');
    const { change, rowsOf } = await read(await members(), 'leavers', file);
    expect(change.counts).toMatchObject({ end: 1, wrong: 0 });
    expect((await rowsOf('end'))[0].email).toBe('m0@tern.test');
  });

  it('are not guessed', async () => {
    const file = csv('Emp ID,Work Email\n00500,\n417,\n4.17E+05,\n00418,m0@tern.test\n00999,\n');
    const { change, rowsOf } = await read(await members(), 'leavers', file);
    expect(change.counts).toMatchObject({ end: 0, wrong: 5 });
    expect(whatOf(await rowsOf('wrong'))).toEqual([
      [2, '2 members have the employee number 00500.'],
      [
        3,
        'No member of this partner has this email, key fob, or employee number. The employee number 417 may be 00417: Excel removes leading zeros. Enter it as text.',
      ],
      [4, 'Excel changed this employee number to 4.17E+05. Enter it as text.'],
      [5, 'The email, key fob, and employee number of this row belong to different members.'],
      [6, 'No member of this partner has this email, key fob, or employee number.'],
    ]);
  });
});

describe('social security numbers outside of the table of a workbook', () => {
  const number = '323-45-6790';
  const row = (...cells: string[]) => `<row>${cells.map(text).join('')}</row>`;
  const table = row('First Name', 'Last Name', 'Email') + row('Ann', 'Lund', 'ann@tern.test');
  const stored = async (file: Sheet, kind: RosterChangeKind = 'additions') => {
    const { change } = await read(await freshPartner(), kind, file);
    const bytes = await getFile('files', `roster-changes/${change.id}/file`);
    return { change, text: Buffer.from(bytes ?? []).toString('utf8') };
  };

  it.each([
    ['in a title row', row(`Report of employee ${number}`) + table],
    ['behind their label', row('SSN', '323456790') + table],
    ['below another title row', row('Census') + row('', number) + table],
  ])('%s are not stored, and the file is read', async (_, rows) => {
    const file = { name: 'people.xlsx', bytes: zipped(workbookParts(rows)) };
    const { change, text: content } = await stored(file);
    expect(content).toContain('ann@tern.test');
    expect(content + JSON.stringify(change)).not.toMatch(/323-?45-?6790/);
    expect(change.counts.add).toBe(1);
    expect(change.notes).toContain(
      'Social security numbers outside of the table were not read and not stored. Remove them from your files.',
    );
  });

  it('do not change a workbook without them', async () => {
    const file = { name: 'people.xlsx', bytes: zipped(workbookParts(row('Census 2026-11-27') + table)) };
    const { text: content } = await stored(file);
    expect(content.slice(0, 2)).toBe('PK');
  });

  it('are not stored in the name of the file', async () => {
    const { change } = await read(await freshPartner(), 'leavers', {
      ...csv('Email\nx@tern.test\n'),
      name: `leavers ${number}.csv`,
    });
    expect(change.fileName).toBe('leavers xxx-xx-xxxx.csv');
  });

  it.each(['SIN', 'SIN No.', 'Social Insurance Number'])(
    'of Canada in a column %s are not read',
    async (title) => {
      const file = await workbookOf(
        [['Ann', 'Lund', 'ann@tern.test', '046 454 286']],
        ['First Name', 'Last Name', 'Email', title],
      );
      const preview = await call(employees.checkUpload, world.admin, {
        body: { partnerId: await freshPartner() },
        files: { file },
      });
      // random IDs and hashes contain any three digits
      expect(JSON.stringify(preview.body)).not.toMatch(/046\D?454|454\D?286/);
      expect(preview.body.notes[0]).toContain(`“${title}” were not read and not stored`);
    },
  );
});

describe('files of people with one odd value per row', () => {
  it('have addresses without invisible characters, and refuse two addresses in a cell', async () => {
    const { rowsOf } = await read(
      await freshPartner(),
      'additions',
      csv(
        'First Name,Last Name,Email\nDana,Whitlock,\u200Bdana@tern.test\nImre,Kovacs,imre@tern.test\uFEFF\nJo,Ames,mailto:jo@tern.test\nLu,Ames,"lu@tern.test; lu@home.test"\nRu,Ames,ru.\u00ADames@tern.test\nPat,O’Neil,r&d/ops@tern.test\n',
      ),
    );
    expect((await rowsOf('add')).map(({ email }: { email: string }) => email)).toEqual([
      'dana@tern.test',
      'imre@tern.test',
      'jo@tern.test',
      'ru.ames@tern.test',
      'r&d/ops@tern.test',
    ]);
    expect((await rowsOf('wrong')).map(({ line }: { line: number }) => line)).toEqual([5]);
  });

  it.each([
    ['vertical bars', 'EE ID|First Name|Last Name|Email|DOB\n00417|Ann|Lund|a@tern.test|05/17/1984\n'],
    ['a title line and semicolons', 'Census\nEE ID;First Name;Last Name;Email\n00417;Ann;Lund;a@tern.test\n'],
    ['formulas of texts', 'EE ID,First Name,Last Name,Email\n="00417",Ann,Lund,a@tern.test\n'],
  ])('are read with %s', async (_, content) => {
    const { rowsOf } = await read(await freshPartner(), 'additions', csv(content));
    const rows = await rowsOf('add');
    expect(rows).toMatchObject([{ name: 'Ann Lund', email: 'a@tern.test' }]);
  });

  it('have whole names, odd cells, and a total row in the table of a messy workbook', async () => {
    const row = (...cells: string[]) => `<row>${cells.map(text).join('')}</row>`;
    const rows = [
      row('TERN MANUFACTURING  -  Wellness eligible employees'),
      row('Printed 11/25/2026 by hr.lead'),
      row('EE No.', 'Employee Name', 'Preferred', 'E-mail (work)', 'DOB', 'Cell', 'Dept', 'Status'),
      row('4000', 'Chaudhary, Bea', 'Bea', ' BEA@TERN.TEST ', '05/08/1970', 'n/a', 'Finance', 'LOA'),
      row('4012', "O'Malley, Tomás", '-', 'tomas@tern.test', '2031-01-01', '(489) 952-4536', 'Ops', 'Active'),
      row('4015', 'Kovacs, Imre, Jr.', '-', 'imre@tern.test', '', '', 'Ops', 'Terminated 10/31/2026'),
      row('Total', '3'),
    ];
    const file = { name: 'tern.xlsx', bytes: zipped(workbookParts(rows.join(''))) };
    const preview = await call(employees.checkUpload, world.admin, {
      body: { partnerId: await freshPartner() },
      files: { file },
    });
    expect(preview.body).toMatchObject({
      added: 2,
      refused: 1,
      first: [
        { firstName: 'Bea', lastName: 'Chaudhary', email: 'BEA@TERN.TEST' },
        { firstName: 'Tomás', lastName: "O'Malley", email: 'tomas@tern.test' },
      ],
      refusedRows: [{ reason: 'People who left are not added: Status “Terminated 10/31/2026”.' }],
    });
  });
});

it('ignores total rows in any column', async () => {
  const { change } = await read(
    await freshPartner(),
    'additions',
    csv(
      'First Name,Last Name,Email,Department,Hours\nAnn,Total,a@tern.test,Sales,40\n,,,Sales Total,40\nSum of hours,,,,40\n*** End of report ***,,,,\n"Printed on 11/27/2026 by hr@tern.test",,,,\n',
    ),
  );
  expect(change.counts).toMatchObject({ add: 1, wrong: 0 });
});

it.each([
  ['Smith Jr', '', 'Smith Jr'],
  ['Mr. Jones', '', 'Mr. Jones'],
  ['de la Cruz', '', 'de la Cruz'],
  ['Van Nguyen', 'Van', 'Nguyen'],
  ['Linh Vi', 'Linh', 'Vi'],
  ['Mac Van Dyke', 'Mac', 'Van Dyke'],
])('splits the name %s', (name, firstName, lastName) => {
  expect(splitNames(['Ann Lund', name])[1]).toEqual({ firstName, lastName });
});
