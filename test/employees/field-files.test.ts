import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnMappingChange, loadColumnMapping } from '../../functions/employees/column-mapping-store.ts';
import { transact } from '../../functions/table/transact.ts';
import { getFile } from '../../functions/platform/files.ts';
import { loadMember } from '../../functions/members/store.ts';
import {
  addDays,
  dateInChicago,
  nextPeriod,
  periodOf,
  periodStart,
  showDate,
} from '../../shared/calendar.ts';
import { memberPaid, partnerPaid } from '../../shared/programs.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import type { RosterChangeKind } from '../../shared/employees/roster-change.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import { addMembers, csv, freshPartner, readChange, type Sheet, workbookOf } from './people.ts';

// Files of employees as HR systems and people send them, through the endpoints.

const world = useWorld();
const today = dateInChicago(new Date());
const slashed = (days: number) => showDate(addDays(today, days));

const read = (partnerID: string, kind: RosterChangeKind, file: Sheet) =>
  readChange(world, partnerID, kind, file);

const check = async (partnerId: string, file: Sheet) =>
  (await call(employees.checkUpload, world.admin, { body: { partnerId }, files: { file } })).body;

const activated = { invitationStatus: 4 as const, enrolledOn: '2026-01-05', activatedOn: '2026-01-05' };

describe('a heading of leavers within the table', () => {
  const fileWith = (heading: string, below = 'Imre,Kovacs,imre@larkspur.test') =>
    csv(`First Name,Last Name,Email\nDana,Whitlock,dana@larkspur.test\n${heading},,\n${below}\n`);

  it.each(['Terminated employees', 'FORMER STAFF', 'Inactive:', 'Retirees (2026)'])(
    'refuses a file with people below %s, because they would be read as employees',
    async (heading) => {
      const id = await freshPartner();
      for (const kind of ['additions', 'roster'] as const)
        expect((await read(id, kind, fileWith(heading))).change).toMatchObject({
          status: 'refused',
          problem: expect.stringContaining(`Line 3 is the heading “${heading}”`),
        });
      const workbook = await workbookOf([
        ['Dana', 'Whitlock', 'dana@larkspur.test'],
        [heading, '', ''],
        ['Imre', 'Kovacs', 'imre@larkspur.test'],
      ]);
      expect((await check(id, workbook)).message).toContain('file of leavers');
    },
  );

  it('does not refuse the name of a person, or a heading without people below', async () => {
    const id = await freshPartner();
    const named = await read(id, 'additions', fileWith('Former,Ann,ann@larkspur.test', ''));
    expect(named.change.counts).toMatchObject({ add: 2, wrong: 0 });
    const last = await read(id, 'additions', fileWith('Terminated', ''));
    expect(last.change.counts).toMatchObject({ add: 1 });
  });
});

describe('columns of status and last day', () => {
  const statuses = `First Name,Last Name,Work Email,Employment Status,Termination Date
Dana,Whitlock,dana.whitlock@larkspur.test,Active,
Imre,Kovacs,imre.kovacs@larkspur.test,Terminated,09/30/2026
Jo,Ames,jo.ames@larkspur.test,Leave of Absence,
`;

  it.each(['additions', 'roster'] as const)(
    'of %s add no former employee, and propose a former employee as a leaver with the date',
    async (kind) => {
      const id = await freshPartner();
      const before = await read(id, kind, csv(statuses));
      expect(before.change.counts).toMatchObject({ add: 2, end: 0, wrong: 1 });
      expect(before.change.notes).toContain(
        'Employment Status “Leave of Absence” counts as employed (line 4).',
      );
      expect((await before.rowsOf('wrong'))[0]).toMatchObject({
        line: 3,
        what: 'People who left are not added: Employment Status “Terminated” and Termination Date 09/30/2026.',
      });
      const [imre] = await addMembers(id, 1, () => ({
        firstName: 'Imre',
        lastName: 'Kovacs',
        email: 'imre.kovacs@larkspur.test',
        invitationStatus: 1,
      }));
      const after = await read(id, kind, csv(statuses));
      expect(after.change.counts).toMatchObject({ add: 2, end: 1, wrong: 0 });
      expect(await after.rowsOf('end')).toMatchObject([
        { memberId: imre?.id, lastDay: '2026-09-30', what: 'Ends now. Last day in the file: 09/30/2026.' },
      ]);
      await after.confirm();
      expect((await loadMember(imre?.id ?? '')).invitationStatus).toBe(8);
    },
  );

  it('are recognized by their values', async () => {
    const id = await freshPartner();
    const rows = [
      ['Dana', 'Whitlock', 'd@larkspur.test', 'Active'],
      ['Imre', 'Kovacs', 'i@larkspur.test', 'Terminated 10/31/2026'],
      ['Jo', 'Ames', 'j@larkspur.test', 'Inactive'],
      ['Lu', 'Ames', 'l@larkspur.test', 'LOA'],
    ];
    const file = await workbookOf(rows, ['First Name', 'Last Name', 'Email', 'EE Sit.']);
    const preview = await check(id, file);
    expect(preview).toMatchObject({ added: 2, refused: 2 });
    expect(preview.refusedRows.map(({ reason }: { reason: string }) => reason)).toEqual([
      'People who left are not added: EE Sit. “Terminated 10/31/2026”.',
      'People who left are not added: EE Sit. “Inactive”.',
    ]);
  });

  it.each(['', 'Worker Type', 'Inactive Date'])('are recognized with the title “%s”', async (title) => {
    const state = title === 'Inactive Date' ? '10/31/2026' : 'T - Terminated';
    const { change, rowsOf } = await read(
      await freshPartner(),
      'additions',
      csv(`First Name,Last Name,Email,${title}
Dana,Whitlock,d@larkspur.test,${title === 'Inactive Date' ? '' : 'A - Active'}
Imre,Kovacs,i@larkspur.test,${state}
`),
    );
    expect(change.counts).toMatchObject({ add: 1, wrong: 1 });
    expect((await rowsOf('wrong'))[0].what).toContain(`${title || 'Column D'} `);
  });

  it('refuse a row with contradicting columns, and a last day that is no date', async () => {
    const id = await freshPartner();
    const { rowsOf } = await read(
      id,
      'roster',
      csv(`First Name,Last Name,Email,Status,Last Day
Ann,Lund,ann@larkspur.test,Active,
Bo,Moe,bo@larkspur.test,Active,01/31/2026
Cy,Ek,cy@larkspur.test,,soon
`),
    );
    expect((await rowsOf('wrong')).map(({ what }: { what: string }) => what)).toEqual([
      'Status “Active” contradicts Last Day 01/31/2026. Correct one of them.',
      'Last Day “soon” is not a date. Correct it or clear the cell.',
    ]);
  });

  it('end no membership of a rehired person, or of another member with the same email', async () => {
    const id = await freshPartner();
    await addMembers(id, 2, (index) => ({
      firstName: ['Ann', 'Bo'][index] ?? '',
      lastName: 'Lund',
      email: ['ann@larkspur.test', 'b.lund@larkspur.test'][index] ?? '',
    }));
    const { change, rowsOf } = await read(
      id,
      'roster',
      csv(`First Name,Last Name,Email,Status,Hire Date,Termination Date
Ann,Lund,ann@larkspur.test,Terminated,01/05/2020,01/31/2024
Ann,Lund,ann@larkspur.test,Active,03/01/2025,01/31/2024
Berta,Lund,b.lund@larkspur.test,Terminated,01/05/2020,01/31/2024
`),
    );
    expect(change.counts).toMatchObject({ end: 0, add: 0, wrong: 2 });
    expect((await rowsOf('wrong')).map(({ line }: { line: number }) => line)).toEqual([2, 4]);
  });
});

describe('leavers with a last day', () => {
  const leavers = (...lines: string[]) =>
    csv(['Terminated employees', 'Work Email,Last Day,Reason', ...lines].join('\n'));

  it.each([
    { payer: 'the partner', type: partnerPaid, later: 40, ends: addDays(today, 41) },
    { payer: 'the partner', type: partnerPaid, later: 0, ends: addDays(today, 1) },
    {
      payer: 'the member',
      type: memberPaid,
      later: 40,
      ends: periodStart(nextPeriod(periodOf(addDays(today, 40)))),
    },
    { payer: 'the member', type: memberPaid, later: 0, ends: periodStart(nextPeriod(periodOf(today))) },
  ])('of a program that $payer pays leave after it ($later days)', async ({ type, later, ends }) => {
    const id = await freshPartner(500, type === partnerPaid ? partnerPaid : memberPaid);
    const [member] = await addMembers(id, 1, () => ({ ...activated, email: 'nora@tern.test' }));
    const file = leavers(`nora@tern.test,${slashed(later)},Resigned`);
    const { change, rowsOf, confirm } = await read(id, 'leavers', file);
    expect(await rowsOf('end')).toMatchObject([
      { lastDay: addDays(ends, -1), lastDayInFile: addDays(today, later) },
    ]);
    expect(change.notes).toEqual(['Ignored columns: Reason (Resigned).']);
    await confirm();
    expect(await loadMember(member?.id ?? '')).toMatchObject({ invitationStatus: 6, leavingOn: ends });
  });

  it('leave by the rules without one, and not at all with one that is no date', async () => {
    const id = await freshPartner();
    await addMembers(id, 3, (index) => ({ invitationStatus: 1, email: `m${index}@tern.test` }));
    const { rowsOf } = await read(
      id,
      'leavers',
      leavers(
        'm0@tern.test,,x',
        `m1@tern.test,${slashed(-20)},x`,
        'm2@tern.test,spring,x',
        'nobody@tern.test,,x',
      ),
    );
    expect(
      (await rowsOf('end')).map(({ lastDay, what }: { lastDay: string; what: string }) => [lastDay, what]),
    ).toEqual([
      [null, 'Ends now.'],
      [addDays(today, -20), `Ends now. Last day in the file: ${slashed(-20)}.`],
    ]);
    expect((await rowsOf('wrong')).map(({ what }: { what: string }) => what)).toEqual([
      'Last Day “spring” is not a date. Correct it or clear the cell.',
      'No member of this partner has this email or key fob.',
    ]);
  });

  it('include no employee with an active status', async () => {
    const id = await freshPartner();
    await addMembers(id, 2, (index) => ({ invitationStatus: 1, email: `m${index}@tern.test` }));
    const file = csv('Email,Status\nm0@tern.test,Active\nm1@tern.test,Terminated\n');
    const { change, rowsOf } = await read(id, 'leavers', file);
    expect(change.counts).toMatchObject({ end: 1, wrong: 1 });
    expect((await rowsOf('wrong'))[0]).toMatchObject({ line: 2, what: 'Status “Active” is no leaver.' });
  });

  it('are not found by a key fob in scientific notation', async () => {
    const id = await freshPartner();
    const { rowsOf } = await read(id, 'leavers', csv('Key Fob\n1.00E+05\n'));
    expect((await rowsOf('wrong'))[0].what).toBe('Excel changed this key fob to 1.00E+05. Enter it as text.');
  });

  it('are proposed by a key fob without its leading zeros, and not ended', async () => {
    const id = await freshPartner();
    await addMembers(id, 1, () => ({ ...activated, email: 'zero@tern.test', keyFobNumber: '0000417' }));
    const { change, rowsOf } = await read(id, 'leavers', csv('Key Fob\n417\n'));
    expect(change.counts).toMatchObject({ end: 0, wrong: 1 });
    expect((await rowsOf('wrong'))[0].what).toContain('The key fob 417 may be 0000417');
  });
});

describe('social security numbers', () => {
  const numbers = ['123-45-6789', '987-65-4320'];
  const files: [string, string][] = [
    [
      'a title',
      `First Name,Last Name,Email,SSN\nSsn,One,s1@larkspur.test,${numbers[0]}\nSsn,Two,s2@larkspur.test,123456789\n`,
    ],
    [
      'their values',
      `First Name,Last Name,Email,ID 2\nSsn,One,s1@larkspur.test,${numbers[0]}\nSsn,Two,s2@larkspur.test,${numbers[1]}\n`,
    ],
    [
      'an employee number',
      `First Name,Last Name,Email,Employee ID\nSsn,One,s1@larkspur.test,${numbers[0]}\nSsn,Two,s2@larkspur.test,${numbers[1]}\n`,
    ],
    [
      'a note',
      `First Name,Last Name,Email,Note\nSsn,One,s1@larkspur.test,see ${numbers[0]}\nSsn,Two,s2@larkspur.test,x\n`,
    ],
    [
      'a note in other forms',
      `First Name,Last Name,Email,Note\nSsn,One,s1@larkspur.test,ssn 123456789\nSsn,Two,s2@larkspur.test,was 123–45–6789\n`,
    ],
    [
      'no title',
      `First Name,Last Name,Email,\nSsn,One,s1@larkspur.test,123456789\nSsn,Two,s2@larkspur.test,${numbers[0]}\n`,
    ],
    [
      'a number as its title',
      `First Name,Last Name,Email,${numbers[0]}\nSsn,One,s1@larkspur.test,x\nSsn,Two,s2@larkspur.test,x\n`,
    ],
    [
      'a total row',
      `First Name,Last Name,Email,SSN\nSsn,One,s1@larkspur.test,\nTotal,,,123456789\nSsn,Two,s2@larkspur.test,\n`,
    ],
    [
      'lines above it',
      `Report of ${numbers[0]}\nFirst Name,Last Name,Email,SSN\nSsn,One,s1@larkspur.test,\nSsn,Two,s2@larkspur.test,\n`,
    ],
  ];
  it.each(files)('in a column with %s are neither displayed nor stored, but reported', async (_, text) => {
    const id = await freshPartner();
    const { change } = await read(id, 'additions', csv(text));
    const changeId = change.id;
    const stored = Buffer.from((await getFile('files', `roster-changes/${changeId}/file`)) ?? []).toString(
      'utf8',
    );
    for (const text of [JSON.stringify(change), stored])
      for (const number of [...numbers, '123456789', '123–45–6789']) expect(text).not.toContain(number);
    expect(change.notes[0]).toMatch(/^Social security numbers .* not stored/);
    expect(change.counts.add).toBe(2);
  });

  it('are not in the samples of the preview', async () => {
    const file = await workbookOf(
      [['Ssn', 'One', 's1@larkspur.test', numbers[0] ?? '']],
      ['First Name', 'Last Name', 'Email', 'Soc. Sec. No.'],
    );
    const preview = await check(await freshPartner(), file);
    expect(JSON.stringify(preview)).not.toContain(numbers[0]);
    expect(preview.notes).toEqual([
      'Social security numbers in the column “Soc. Sec. No.” were not read and not stored. Remove them from your files.',
    ]);
  });
});

describe('optional cells', () => {
  it('that are not understood are named in the preview and the result, and the person is added', async () => {
    const id = await freshPartner();
    const rows = [
      ['Dana', 'Whitlock', 'd@larkspur.test', '(612) 555-0141 ext. 27', 'Ontario', 'K1A 0B1'],
      ['Imre', 'Kovacs', 'i@larkspur.test', 'n/a', 'AE', '09498'],
    ];
    const file = await workbookOf(rows, ['First Name', 'Last Name', 'Email', 'Phone', 'State', 'ZIP Code']);
    const notes = [
      'Phone shortened: “(612) 555-0141 ext. 27” as (612) 555-0141 (line 2).',
      'State omitted: “Ontario” (line 2).',
      'ZIP Code omitted: “K1A 0B1” (line 2).',
      'Phone omitted: “n/a” (line 3).',
    ];
    expect(await check(id, file)).toMatchObject({ added: 2, refused: 0, notes });
    const begun = await call(employees.upload, world.admin, { body: { partnerId: id }, files: { file } });
    expect((await runJob(begun.body.jobId)).tally).toMatchObject({ uploaded: 2, failed: 0 });
    const job = await call(jobs.get, world.admin, { params: { jobId: begun.body.jobId } });
    expect(job.body.result.notes).toEqual(notes);
    const { rowsOf } = await read(await freshPartner(), 'additions', file);
    expect((await rowsOf('add'))[1].what).toBe(
      'Will be added and wait for an invitation. Phone “n/a” was omitted.',
    );
  });
});

describe('full rosters', () => {
  const people = [
    ['Dana', 'Whitlock', 'dana@larkspur.test', '003001'],
    ['Imre', 'Kovacs', 'imre@larkspur.test', '003002'],
    ['Jo', 'Ames', 'jo@larkspur.test', '003003'],
  ];
  const titles = ['First Name', 'Last Name', 'Email', 'Employee ID'];
  async function members() {
    const id = await freshPartner();
    await addMembers(id, 3, (index) => {
      const [firstName = '', lastName = '', email = '', employeeNumber = ''] = people[index] ?? [];
      return {
        firstName,
        lastName,
        email,
        employeeNumber,
        invitationStatus: 1,
        dateOfBirth: null,
        phone: null,
      };
    });
    return id;
  }

  it.each<[string, (number: string) => string]>([
    ['no leading zeros', (number) => String(Number(number))],
    ['decimals', (number) => `${Number(number)}.0`],
    ['a prefix', (number) => `EMP-${number}`],
  ])('of the same people with %s change no identity', async (name, format) => {
    const id = await members();
    const rows = people.map((row) => [...row.slice(0, 3), format(row[3] ?? '')]);
    const { change } = await read(id, 'roster', await workbookOf(rows, titles));
    expect(change).toMatchObject({ identityChanges: 0, needsAdministrator: false });
    expect(change.counts).toMatchObject({ add: 0, end: 0, wrong: 0 });
    if (name !== 'a prefix') expect(change.counts).toMatchObject({ change: 0, same: 3 });
  });

  it('propose a number without its leading zeros, and do not match it', async () => {
    const id = await members();
    const rows = people.map((row) => [...row]);
    rows[0] = ['Dana', 'Whitlock', 'new.dana@larkspur.test', '3001'];
    const { change, rowsOf } = await read(id, 'roster', await workbookOf(rows, titles));
    expect(change.counts).toMatchObject({ same: 2, wrong: 1, add: 0, end: 0 });
    expect((await rowsOf('wrong'))[0].what).toContain(
      'The employee number 3001 may be 003001: Excel removes leading zeros. Enter it as text.',
    );
  });

  it('never match an employee number in scientific notation', async () => {
    const id = await freshPartner();
    const person = { firstName: 'Dana', lastName: 'Whitlock', invitationStatus: 1 as const };
    await addMembers(id, 1, () => ({ ...person, email: 'd@larkspur.test', employeeNumber: '1.23E+11' }));
    const rows = [['Dana', 'Whitlock', "'other@larkspur.test", '1.23E+11']];
    const { change } = await read(id, 'roster', await workbookOf(rows, titles));
    expect(change.counts).toMatchObject({ change: 0, same: 0 });
    expect(change.notes).toContain('Employee Number omitted: “1.23E+11” (line 2).');
  });

  it('change the email of a person with the same number', async () => {
    const id = await members();
    const rows = people.map((row) => [...row]);
    rows[0] = ['Dana', 'Whitlock', 'new.dana@larkspur.test', '003001'];
    const { change, rowsOf } = await read(id, 'roster', await workbookOf(rows, titles));
    expect(change.counts).toMatchObject({ same: 2, change: 1, wrong: 0, add: 0, end: 0 });
    expect((await rowsOf('change'))[0].what).toContain('new.dana@larkspur.test');
  });

  it('find each person by other keys if the numbers lost their zeros', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 1, max: 9999 }), { minLength: 1, maxLength: 5 }),
        async (numbers) => {
          const id = await freshPartner();
          await addMembers(id, numbers.length, (index) => ({
            firstName: `Ann${index}`,
            lastName: 'Lund',
            email: `a${index}@larkspur.test`,
            employeeNumber: String(numbers[index]).padStart(6, '0'),
            invitationStatus: 1,
          }));
          const rows = numbers.map((number, index) => [
            `Ann${index}`,
            'Lund',
            `a${index}@larkspur.test`,
            String(number),
          ]);
          const { change } = await read(id, 'roster', await workbookOf(rows, titles));
          expect(change.counts).toMatchObject({ same: numbers.length, change: 0, wrong: 0, end: 0 });
        },
      ),
      { numRuns: 3 },
    );
  });
});

it('refuses a column for both names', async () => {
  const id = await freshPartner();
  const file = await workbookOf([['Dana', 'd@larkspur.test']], ['Person', 'Email']);
  const columns = { firstName: 'Person', lastName: 'Person' };
  const problem = 'The column "Person" cannot be both "First Name" and "Last Name". Select another column.';
  const saved = await call(employees.saveUploadColumns, world.admin, {
    params: { partnerID: id },
    body: { columns, version: 0 },
  });
  expect([saved.status, JSON.stringify(saved.body)]).toEqual([422, expect.stringContaining('Person')]);
  // as an earlier release stored it
  await transact(...columnMappingChange(await loadColumnMapping(id), { columns, version: 0 }));
  expect((await check(id, file)).problem).toBe(problem);
  const { status } = await call(employees.upload, world.admin, { body: { partnerId: id }, files: { file } });
  expect(status).toBe(422);
});
