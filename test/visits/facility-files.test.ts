import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { writeSheet } from '../../functions/platform/sheets/write-sheet.ts';
import { facilityChange } from '../../functions/facilities/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { monthlyVisits, visitsInMonth } from '../../functions/visits/store.ts';
import { visits } from '../../shared/contracts/visits.ts';
import type { User } from '../../functions/users/user.ts';
import { detectFacilityColumns, readMonth } from '../../shared/visits/facility-columns.ts';
import { checkInDateOrder, inOrder } from '../../shared/employees/date-order.ts';
import { atClub } from '../../shared/visits/check-in.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { createUser } from '../users/person.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld, someFacility } from '../support/world.ts';

const world = useWorld();
beforeEach(() => setClock('2026-11-20T16:00:00Z'));
resetClockAfterEach();

const csv = (...lines: string[]) => ({ name: 'export.csv', bytes: Buffer.from(lines.join('\r\n')) });
async function imported(
  file: { name: string; bytes: Buffer | Uint8Array },
  as: User = world.admin,
  body: object = {},
) {
  const files = { file: { ...file, bytes: Buffer.from(file.bytes) } };
  const begun = await call(visits.importCheckIns, as, { body, files });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return runJob(begun.body.jobId);
}
const check = async (file: { name: string; bytes: Buffer }, as: User = world.admin) =>
  (await call(visits.checkImport, as, { files: { file } })).body;
const times = async (month: string) =>
  (await visitsInMonth('M11', month)).map(({ date, time }) => `${date} ${time}`);

// column names: help.abcfitness.com (DataTrak subcategories), Mindbody's arrivals, Club OS's check-ins of members
describe('an export of a gym system', () => {
  it('of ABC Fitness is read below its title, without its total', async () => {
    const file = csv(
      'Harbor Gyms,,,,,,,,',
      'Check-In Report 09/01/2026 to 09/30/2026,,,,,,,,',
      'Club Nbr,Club Name,Agreement #,Barcode,Last Name,First Name,Home Club,Check-In Date/Time,Check-In Status',
      '4100,Harbor Gym,123456789,AB0011,Lund,Ann,4100,9/6/2026 6:05:31 PM,OK',
      '4100,Harbor Gym,123456789,ab0011,Lund,Ann,4100,9/17/2026 12:01:00 AM,OK',
      '4100,Harbor Gym,123456789,AB0011,Lund,Ann,4100,9/18/2026 7:00:00 AM,Denied',
      'Total Check-Ins: 3,,,,,,,,',
    );
    expect((await imported(file)).tally).toMatchObject({ uploaded: 2, notCounted: 1, failed: 0 });
    expect(await times('202609')).toEqual(['2026-09-06 18:05', '2026-09-17 00:01']);
  });

  it('of Mindbody names the location, and dates are cells of a workbook', async () => {
    const columns = ['Date', 'Time', 'Client ID', 'Client', 'Visit Type', 'Location'].map((title) => ({
      title,
      kind: title === 'Date' ? ('date' as const) : ('text' as const),
    }));
    const row = (date: string) => [date, '7:30 am', 'AB0011', 'Lund, Ann', 'Open gym', world.facility.name];
    const bytes = await writeSheet({
      sheetName: 'Arrivals',
      columns,
      rows: [row('2026-10-05'), row('2026-10-19')],
    });
    expect((await imported({ name: 'Arrivals.xlsx', bytes })).tally).toMatchObject({
      uploaded: 2,
      failed: 0,
    });
    expect(await times('202610')).toEqual(['2026-10-05 07:30', '2026-10-19 07:30']);
  });

  it('of Club OS has date and time in one column, and needs no club of its manager', async () => {
    const file = csv(
      'Member Name,Member ID,Home Club,Check In Time,Checked In By',
      'Ann Lund,AB0011,Downtown,11/03/2026 18:05:11,Front Desk',
      'Ann Lund,AB0011,Downtown,11/14/2026 06:00:00,Front Desk',
      'Grand Total,2,,,',
    );
    expect((await imported(file, world.facilityManager)).tally).toMatchObject({ uploaded: 2, failed: 0 });
    expect(await times('202611')).toEqual(['2026-11-03 18:05', '2026-11-14 06:00']);
  });
});

describe('a file of an unknown system', () => {
  const file = csv('Person,Where,Day', 'AB0011,4100,05/11/2026', 'AB0011,4100,06/11/2026');

  it('is shown with sample values, and its columns are remembered', async () => {
    expect(await check(file)).toMatchObject({
      titles: [{ title: 'Person', samples: ['AB0011'] }, { title: 'Where' }, { title: 'Day' }],
      problem: 'The column "Date" is missing.',
      rows: 2,
    });
    const columns = { keyFob: 'Person', clubId: 'Where', date: 'Day' };
    const choice = JSON.stringify({ columns, dateOrder: 'dmy' });
    expect((await imported(file, world.admin, { choice })).tally).toMatchObject({ uploaded: 2, failed: 0 });
    expect(await check(file)).toMatchObject({ problem: '', asksDateOrder: false });
    expect((await imported(file)).tally).toMatchObject({ kept: 2, failed: 0 });
    expect((await check(file, world.facilityManager)).problem).toContain('"Date" is missing');
  });

  it('has the columns that another club of its chain selected, until it selects its own', async () => {
    const [own, sister, other] = ['7100', '7101', '7102'] as const;
    await transact(
      ...[own, sister].flatMap((id) => facilityChange(null, { ...someFacility(id), isAf: true })),
      ...facilityChange(null, { ...someFacility(other), isAf: false }),
    );
    const [manager, ofSister, ofOther] = await Promise.all(
      [own, sister, other].map((id) => createUser({ role: 'facilityManager', facilityId: id })),
    );
    const chosen = { columns: { keyFob: 'Person', date: 'Day' }, dateOrder: 'dmy' };
    const exported = csv('Person,Day', 'AB0011,05/11/2026', 'AB0011,06/11/2026');
    await imported(exported, manager, { choice: JSON.stringify(chosen) });
    expect(await check(exported, ofSister)).toMatchObject({ problem: '', asksDateOrder: false });
    expect((await check(exported, ofOther)).problem).toContain('"Date" is missing');
    await imported(exported, ofSister, { choice: JSON.stringify({ ...chosen, dateOrder: 'mdy' }) });
    expect((await imported(exported, manager)).tally).toMatchObject({ kept: 2 });
  });

  it('asks for the date order only when both fit', async () => {
    expect(await check(csv('Barcode,Club,Date', 'AB0011,4100,05/11/2026'))).toMatchObject({
      asksDateOrder: true,
    });
    const european = csv('Barcode,Club,Date', 'AB0011,4100,05.11.26 7:00', 'AB0011,4100,18.11.26 7:00');
    expect(await check(european)).toMatchObject({ asksDateOrder: false, problem: '' });
    expect((await imported(european)).tally).toMatchObject({ failed: 0 });
    expect(await times('202611')).toContain('2026-11-18 07:00');
  });

  it('states the problem of a club name that no club or several have', async () => {
    const job = await imported(csv('Barcode,Location,Date', 'AB0011,Nowhere Gym,11/04/2026'));
    expect((await refusedRowsOf(job.id))[0]?.reason).toBe('There is no club with the ID Nowhere Gym.');
  });
});

describe('a row that the club withdraws', () => {
  beforeAll(() => addMembers('1', [{ id: 'voids', facilityId: '4100' }]));
  const withStatus = (...lines: string[]) => csv('Member ID,Club Nbr,Check-In Date,Time,Status', ...lines);
  const day = (date: string, time: string, status: string) => `voids,4100,${date},${time},${status}`;
  const counted = async () => (await monthlyVisits(['voids'], '202611')).get('voids');

  it('takes its check-in back, whatever the order of rows and files', async () => {
    const lines = [
      day('11/03/2026', '18:05', 'Void'),
      day('11/03/2026', '18:05', 'OK'),
      day('11/04/2026', '7:00', 'OK'),
      day('11/05/2026', '7:00', 'No show'),
      day('11/06/2026', '7:00', 'OK'),
    ];
    const first = await imported(withStatus(...lines));
    expect(first.tally).toMatchObject({ uploaded: 2, notCounted: 3, failed: 0 });
    const voided = withStatus(day('11/04/2026', '7:00', 'Voided'), day('11/04/2026', '9:30', 'OK'));
    expect((await imported(voided)).tally).toMatchObject({ removed: 1, uploaded: 1, failed: 0 });
    expect(await counted()).toBe(2);
    expect((await imported(voided)).tally).toMatchObject({ uploaded: 0, failed: 0 });
    expect((await imported(withStatus(...lines))).tally).toMatchObject({ uploaded: 0, failed: 0 });
    expect(await counted()).toBe(2);
    const again = withStatus(day('11/04/2026', '9:30', 'Void'), day('11/06/2026', '7:00', 'Reversed'));
    expect((await imported(again)).tally).toMatchObject({ removed: 2 });
    expect(await counted()).toBe(0);
  });

  it('is a negative number or a yes in a column of its own; an unknown status is refused', async () => {
    const visits10 = csv(
      'Member ID,Club ID,Date,Visits',
      'voids,4100,11/10/2026,1',
      'voids,4100,11/11/2026,1',
    );
    expect((await imported(visits10)).tally).toMatchObject({ uploaded: 2 });
    await imported(csv('Member ID,Club ID,Date,Visits', 'voids,4100,11/10/2026,-1'));
    await imported(
      csv('Member ID,Club ID,Date,Voided', 'voids,4100,11/11/2026,Yes', 'voids,4100,11/12/2026,'),
    );
    expect(await counted()).toBe(1);
    const known = Array.from({ length: 5 }, (_, index) => day(`11/1${index + 3}/2026`, '7:00', 'OK'));
    const job = await imported(withStatus(...known, day('11/19/2026', '7:00', 'Cancelled?!x')));
    expect(job.tally).toMatchObject({ uploaded: 5, failed: 1 });
    expect((await refusedRowsOf(job.id))[0]?.reason).toContain('is not a known status');
  });

  it('is not recognized by the status of a membership', () => {
    const values: Record<string, string[]> = {
      Barcode: ['AB0011', 'AB0012'],
      Date: ['10/05/2026', '10/06/2026'],
      Status: ['Active', 'Cancelled'],
    };
    expect(detectFacilityColumns(Object.keys(values), (title) => values[title] ?? []).status).toBeUndefined();
  });
});

describe('a time with a zone', () => {
  const at = (date: string, state = 'IL', zipCode = '60601', time = '') => {
    const line = { line: 1, keyFob: '', memberId: 'M', email: '', clubId: '1', date, time };
    const local = atClub(line, { state, zipCode });
    return `${local.date} ${local.time}`.trim();
  };

  it('belongs to the day of the club', async () => {
    expect(at('2026-10-31T23:30:00Z')).toBe('2026-10-31 18:30');
    expect(at('2026-11-01T04:30:00.000Z')).toBe('2026-10-31 23:30');
    expect(at('2026-11-01T04:30:00Z', 'NY', '10001')).toBe('2026-11-01 00:30');
    expect(at('2026-11-01T04:30:00+00:00', 'AZ', '85001')).toBe('2026-10-31 21:30');
    expect(at('2026-11-01T04:30:00Z', 'FL', '32501')).toBe('2026-10-31 23:30');
    expect(at('11/01/2026 12:15 AM EDT')).toBe('2026-10-31 23:15');
    expect(at('10/31/2026', 'IL', '60601', '11:30 PM CDT')).toBe('2026-10-31 23:30');
    expect(at('2026-10-31T23:30:00')).toBe('2026-10-31T23:30:00');
    await imported(csv('Barcode,Club,Check-In Timestamp', 'AB0011,4100,2026-08-01T03:10:00Z'));
    expect(await times('202607')).toEqual(['2026-07-31 22:10']);
  });

  it('is none where every time is midnight in UTC', async () => {
    await imported(
      csv('Barcode,Club,Date', ...['08', '09'].map((day) => `AB0011,4100,2026-07-${day}T00:00:00Z`)),
    );
    expect(await times('202607')).toEqual(expect.arrayContaining(['2026-07-08 ', '2026-07-09 ']));
  });
});

describe('columns of club files', () => {
  it('are chosen by content where titles are ambiguous', () => {
    const values: Record<string, string[]> = {
      'Agreement #': ['AB0011', 'AB0012'],
      Barcode: ['0012345678', '0012345679'],
      'Check-In': ['10/05/2026', '10/06/2026'],
      Club: ['4100', '4100'],
    };
    const found = detectFacilityColumns(Object.keys(values), (title) => values[title] ?? []);
    expect(found).toEqual({ keyFob: 'Agreement #', date: 'Check-In', clubId: 'Club' });
  });

  it('have one order of dates, and months in several forms', () => {
    const order = (...dates: string[]) => checkInDateOrder('Date', dates, '2026-12-20');
    expect(order('3/4/26 7:00 AM', '13/4/26 8:00 AM')).toBe('dmy');
    expect(order('3/14/2026', '2026-03-15')).toBe('mdy');
    expect(order('12/1/2026', '12/2/2026', '12/11/2026')).toBe('mdy');
    expect(order('1/12/2026', '2/12/2026', '11/12/2026')).toBe('dmy');
    expect([order('5/11/2026'), order('12/21/2026'), order('1/1/2027')]).toEqual(['either', 'mdy', 'mdy']);
    expect(inOrder('05.11.26 7:00', 'dmy')).toBe('11/05/26 7:00');
    expect(['2026-10', '10/2026', 'October 2026', 'Oct-26', '202610'].map(readMonth)).toEqual(
      Array.from({ length: 5 }, () => '202610'),
    );
    expect(['10/05/2026', '7', 'Total 2026', '13/2026'].map(readMonth)).toEqual(Array.from({ length: 4 }));
  });
});

describe('monthly counts', () => {
  const counts = (...lines: string[]) => csv('Member ID,Club ID,Month,Visits', ...lines);
  const dated = (...dates: string[]) =>
    csv('Member ID,Club ID,Date', ...dates.map((date) => `counted,${date}`));
  const total = async () => (await monthlyVisits(['counted'], '202610')).get('counted');
  const summary = async () =>
    (await call(visits.summary, world.admin, { query: { partnerID: '1', periodID: '202610' } })).body;

  beforeAll(async () => {
    await addFacilities(['7000']);
    await addMembers('1', [{ id: 'counted', facilityId: '7000' }]);
  });

  it('count as visits without dates, and never in addition to dated visits of the club', async () => {
    const before = await summary();
    await imported(dated('7000,10/02/2026'));
    expect((await imported(counts('counted,7000,10/2026,5'))).tally).toMatchObject({
      uploaded: 1,
      failed: 0,
    });
    expect(await total()).toBe(5);
    expect((await imported(counts('counted,7000,October 2026,5'))).tally).toMatchObject({ kept: 1 });
    await imported(dated('7000,10/03/2026', '7000,10/04/2026', '4100,10/05/2026'));
    expect(await total()).toBe(6);
    const query = { partnerID: '1', periodID: '202610', pageSize: '100' };
    const { items } = (await call(visits.list, world.admin, { query })).body;
    const row = items.find((item: { date: string | null }) => item.date === null);
    expect(row).toMatchObject({
      memberId: 'counted',
      explanation: '2 visits without dates',
      visitsInMonth: 6,
    });
    const after = await summary();
    expect(after.members - before.members).toBe(1);
    const withSix = after.membersByVisits.find((row: { visits: number }) => row.visits === 6);
    expect(withSix).toEqual({ visits: 6, members: 1 });
    await imported(dated(...['06', '07', '08'].map((day) => `7000,10/${day}/2026`)));
    expect(await total()).toBe(7);
  });

  it('are corrected by a later count, and refused where they cannot be', async () => {
    await imported(counts('counted,4100,10/2026,4'));
    expect(await total()).toBe(10);
    await imported(counts('counted,4100,10/2026,2'));
    expect(await total()).toBe(8);
    const job = await imported(
      counts(
        'counted,4100,10/2026,40',
        'counted,4100,12/2026,3',
        'counted,9999,10/2026,3',
        'nobody,4100,10/2026,3',
      ),
    );
    expect((await refusedRowsOf(job.id)).map(({ reason }) => reason)).toEqual([
      '"40" is not a number of visits from 0 to 31.',
      'December 2026 is in the future.',
      'There is no club with the ID 9999.',
      'There is no member with the ID nobody.',
    ]);
  });
});
