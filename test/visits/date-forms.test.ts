import * as fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { refusedRowsOf } from '../../functions/jobs/store.ts';
import { monthlyVisits } from '../../functions/visits/store.ts';
import { timeZoneOf } from '../../shared/facilities/facility.ts';
import { freeKeyFob, keyFobActivated, numbersOfRange } from '../../shared/employees/key-fob.ts';
import { keyFobChange } from '../../functions/employees/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { visits } from '../../shared/contracts/visits.ts';
import { resultOfStatus, statusOfRow } from '../../shared/visits/check-in.ts';
import { detectFacilityColumns } from '../../shared/visits/facility-columns.ts';
import { readDateText, readTimeText, splitDateAndTime, withoutMidnight } from '../../shared/date-text.ts';
import { addFacilities, addMembers } from '../payments/facilities.ts';
import { zipped, text, workbookParts } from '../platform/sheets/make-workbook.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const two = (number: number) => String(number).padStart(2, '0');

/** Ways in which people and systems write a day, month first where the order matters. */
const dateForms: ((date: Date) => string)[] = [
  (date) => date.toISOString().slice(0, 10),
  (date) => date.toISOString().slice(0, 10).replaceAll('-', '/'),
  (date) => date.toISOString().slice(0, 10).replaceAll('-', ''),
  ...['/', '-'].flatMap((separator) => [
    (date: Date) => [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCFullYear()].join(separator),
    (date: Date) =>
      [two(date.getUTCMonth() + 1), two(date.getUTCDate()), two(date.getUTCFullYear() % 100)].join(separator),
  ]),
  ...[3, 9].flatMap((length) => {
    const month = (date: Date) => (months[date.getUTCMonth()] ?? '').slice(0, length);
    return [
      (date: Date) => `${month(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`,
      (date: Date) => `${month(date)} ${two(date.getUTCDate())} ${date.getUTCFullYear()}`,
      (date: Date) => `${date.getUTCDate()}-${month(date)}-${date.getUTCFullYear()}`,
      (date: Date) => `${two(date.getUTCDate())}-${month(date)}-${two(date.getUTCFullYear() % 100)}`,
      (date: Date) => `${date.getUTCDate()} ${month(date).toUpperCase()} ${date.getUTCFullYear()}`,
      (date: Date) =>
        `${weekdays[date.getUTCDay()]}, ${month(date)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`,
    ];
  }),
  (date) =>
    `${weekdays[date.getUTCDay()]?.slice(0, 3)} ${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`,
  (date) =>
    `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} (${weekdays[date.getUTCDay()]?.slice(0, 3)})`,
  (date) => String(Math.round((date.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000)),
];

/** Ways in which people and systems write a time of day. */
const timeForms: ((hour: number, minute: number) => string)[] = [
  (hour, minute) => `${two(hour)}:${two(minute)}`,
  (hour, minute) => `${hour}:${two(minute)}:07`,
  (hour, minute) => `${two(hour)}${two(minute)}`,
  (hour, minute) => `${hour % 12 || 12}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`,
  (hour, minute) => `${hour % 12 || 12}:${two(minute)}${hour < 12 ? 'a' : 'p'}`,
  (hour, minute) => `${two(hour % 12 || 12)}:${two(minute)}:59 ${hour < 12 ? 'a.m.' : 'p.m.'}`,
  (hour, minute) => String((hour * 60 + minute) / 1440 || '0.0'),
];

const anyDay = fc
  .integer({ min: 0, max: 9000 })
  .map((days) => new Date(Date.UTC(2005, 0, 1) + days * 86_400_000));

describe('a day', () => {
  it('is read in any written form, with any time behind it', () => {
    fc.assert(
      fc.property(
        anyDay,
        fc.constantFrom(...dateForms),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.constantFrom(...timeForms.slice(0, 6)),
        fc.constantFrom(' ', ', ', '  '),
        (day, dateForm, hour, minute, timeForm, space) => {
          const expected = day.toISOString().slice(0, 10);
          const written = dateForm(day);
          expect(readDateText(written), written).toBe(expected);
          const both = `${written}${space}${timeForm(hour, minute)}`;
          const split = splitDateAndTime(both);
          expect(split.date, both).toBe(expected);
          expect(readTimeText(split.time), both).toBe(`${two(hour)}:${two(minute)}`);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is read with the day first in that order', () => {
    expect(readDateText('05.11.2026', 'dmy')).toBe('2026-11-05');
    expect(readDateText('5-11-2026', 'dmy')).toBe('2026-11-05');
    expect(readDateText('25.11.2026', 'mdy')).toBeUndefined();
  });

  it.each([
    'Mon 11/05/2026',
    '02/30/2026',
    'Foo 5, 2026',
    '5.11.2026',
    '99999',
    '12345',
    '2026',
    'Nov 5',
    '',
  ])('is not guessed: %j', (written) => expect(readDateText(written)).toBeUndefined());

  it.each([
    ['5/17/1984 12:00:00 AM', '5/17/1984'],
    ['1979-11-30 00:00:00.000', '1979-11-30'],
    ['1980-01-02T00:00:00Z', '1980-01-02'],
    ['05/17/1984 0:00', '05/17/1984'],
    ['05/17/1984 1:00', '05/17/1984 1:00'],
    ['05/17/1984', '05/17/1984'],
  ])('has no time of midnight: %s', (written, expected) => {
    expect(withoutMidnight(written)).toBe(expected);
  });
});

it('reads a time of day in any written form', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 23 }),
      fc.integer({ min: 0, max: 59 }),
      fc.constantFrom(...timeForms),
      (hour, minute, form) => {
        expect(readTimeText(form(hour, minute))).toBe(`${two(hour)}:${two(minute)}`);
      },
    ),
  );
  expect(readTimeText('24:00')).toBe('00:00');
  for (const written of ['25:61', '13:00 PM', '6', 'noonish', '1860'])
    expect(readTimeText(written)).toBeUndefined();
});

describe('a status', () => {
  test.each([
    ['Denied - past due', 'absent'],
    ['DENIED', 'absent'],
    ['Access Denied: agreement expired', 'absent'],
    ['Not allowed', 'absent'],
    ['Voided by staff', 'unknown'],
    ['Voided - duplicate', 'withdrawn'],
    ['Checked in (voided by staff)', 'unknown'],
    ['OK - reversed', 'unknown'],
    ['Granted', 'visit'],
    ['Access granted (guest)', 'visit'],
    ['Perhaps', 'unknown'],
  ])('%s means %s', (status, result) => {
    expect(resultOfStatus(status)).toBe(result);
  });

  it('of a column with yes or no is that of its title', () => {
    expect(resultOfStatus(statusOfRow('Y', '', 'Denied'))).toBe('absent');
    expect(resultOfStatus(statusOfRow('N', '', 'Denied'))).toBe('visit');
    expect(resultOfStatus(statusOfRow('No', '', 'Access Granted'))).toBe('absent');
    expect(resultOfStatus(statusOfRow('Yes', '', 'Access Granted'))).toBe('visit');
    expect(resultOfStatus(statusOfRow('TRUE', '', 'Is Voided'))).toBe('withdrawn');
  });

  it('is recognized by its content, except that of a membership', () => {
    const statusOf = (title: string, values: string[]) => {
      const byTitle: Record<string, string[]> = {
        Barcode: ['AB0011', 'AB0012'],
        Date: ['10/05/2026', '10/06/2026'],
        [title]: values,
      };
      return detectFacilityColumns(Object.keys(byTitle), (name) => byTitle[name] ?? []).status;
    };
    expect(statusOf('Door 1', ['Granted', 'Denied - past due'])).toBe('Door 1');
    expect(statusOf('Access', ['Denied', 'Denied'])).toBe('Access');
    expect(statusOf('Agreement Status', ['Expired', 'Expired'])).toBeUndefined();
    expect(statusOf('Note', ['Denied', 'brought a friend'])).toBeUndefined();
    expect(statusOf('Turnstile', ['Welcome', 'Access Denied'])).toBe('Turnstile');
    expect(statusOf('Visit Type', ['Attended', 'Late cancel', 'No-show', 'Guest'])).toBe('Visit Type');
    expect(statusOf('Entry Result', ['Allowed', 'Denied', 'VIP', 'VIP'])).toBe('Entry Result');
    expect(statusOf('Is Deleted', ['False', 'True'])).toBe('Is Deleted');
  });
});

test('new key fob numbers never look like a number with an exponent', () => {
  const numbers = numbersOfRange({ first: '100DD0', last: '100E20' });
  expect(numbers).toContain('100DE1');
  expect(numbers.some((number) => /^\d+E\d+$/.test(number))).toBe(false);
});

test.each([
  ['37402', 'TN', 'America/New_York'],
  ['37388', 'TN', 'America/Chicago'],
  ['49801', 'MI', 'America/Chicago'],
  ['49855', 'MI', 'America/New_York'],
  ['58601', 'ND', 'America/Denver'],
  ['57701', 'SD', 'America/Denver'],
  ['69101', 'NE', 'America/Chicago'],
  ['69361', 'NE', 'America/Denver'],
  ['67735', 'KS', 'America/Denver'],
  ['79901', 'TX', 'America/Denver'],
  ['32401', 'FL', 'America/Chicago'],
  ['46402', 'IN', 'America/Chicago'],
  ['47710', 'IN', 'America/Chicago'],
  ['42101', 'KY', 'America/Chicago'],
  ['83814', 'ID', 'America/Los_Angeles'],
  ['97914', 'OR', 'America/Denver'],
  ['89883', 'NV', 'America/Denver'],
  ['86515', 'AZ', 'America/Denver'],
  ['85001', 'AZ', 'America/Phoenix'],
  ['99546', 'AK', 'America/Adak'],
  ['96799', 'AS', 'Pacific/Pago_Pago'],
  ['96950', 'MP', 'Pacific/Guam'],
  ['00901', 'PR', 'America/Puerto_Rico'],
  ['', 'WA', 'America/Los_Angeles'],
])('a club in ZIP code %s of %s is in %s', (zipCode, state, zone) => {
  expect(timeZoneOf({ zipCode, state })).toBe(zone);
});

const world = useWorld();
beforeAll(async () => {
  await addFacilities(['7000']);
  await addMembers('1', [{ id: 'forms', facilityId: '7000' }]);
  await addMembers('1', [{ id: 'denied', facilityId: '7000' }]);
  await addMembers('1', [{ id: 'several', facilityId: '7000' }]);
});
beforeEach(() => setClock('2026-11-20T23:00:00Z'));
resetClockAfterEach();

const importedFile = async (bytes: Uint8Array, name = 'visits.csv') => {
  const begun = await call(visits.importCheckIns, world.admin, { files: { file: { name, bytes } } });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  return runJob(begun.body.jobId);
};
const imported = (...lines: string[]) => importedFile(Buffer.from(lines.join('\n')));

describe('a club’s file', () => {
  it('counts days in any form, also with a time that cannot be read', async () => {
    const job = await imported(
      'Member ID,Club ID,Date,Time',
      'forms,7000,"Nov 5, 2026",6:15 PM',
      'forms,7000,11-06-2026 06:15 PM,',
      'forms,7000,7-Nov-2026,1815',
      'forms,7000,2026/11/08,24:00',
      'forms,7000,"Mon, Nov 9, 2026",6:15 PM CT',
      'forms,7000,46336,06:15 PM Central',
      'forms,7000,11/11/2026,11:30 PM EST',
      'forms,7000,11/12/2026,25:61',
    );
    expect(job.tally).toMatchObject({ uploaded: 8, failed: 0, skippedTimes: 1 });
    expect(job.message).toBe(
      'The check-ins are imported. 1 time could not be read. Line 9: "25:61" is not a time. Write it as HH:MM.',
    );
    expect((await monthlyVisits(['forms'], '202611')).get('forms')).toBe(8);
  });

  it('does not count denied check-ins, whatever the title of the column', async () => {
    const job = await imported(
      'Check In Date,Time In,Member ID,Club ID,Agreement Type,Access',
      '11/12/2026,6:12 PM,denied,7000,Corporate,Denied - past due',
      '11/13/2026,6:12 PM,denied,7000,Corporate,Denied',
      '11/14/2026,25:61,denied,7000,Corporate,Granted',
      '11/15/2026,6:12 PM,denied,7000,Corporate,Granted',
    );
    expect(job.tally).toMatchObject({ uploaded: 2, notCounted: 2, failed: 0 });
    expect((await monthlyVisits(['denied'], '202611')).get('denied')).toBe(2);
  });

  it('does not count check-ins that any of several columns denies', async () => {
    const job = await imported(
      'Member ID,Club ID,Date,Status,Access,Action,Voided',
      'several,7000,11/17/2026,OK,Denied,1,N',
      'several,7000,11/18/2026,OK,Granted,1,Y',
      'several,7000,11/19/2026,OK,Granted,1,N',
    );
    expect(job.tally).toMatchObject({ uploaded: 1, failed: 0 });
    expect((await monthlyVisits(['several'], '202611')).get('several')).toBe(1);
  });

  it.each([
    ['Voided On', '11/18/2026'],
    ['Void Date', '2026-11-18'],
    ['Date Voided', '11/18/2026'],
    ['Denial Reason', 'Past due'],
    ['Cancelled At', '11/18/2026 6:20 PM'],
    ['Reversed By', 'jo'],
  ])('does not count a check-in with a value in the column %s', async (title, value) => {
    const id = title.replaceAll(' ', '-').toLowerCase();
    await addMembers('1', [{ id, facilityId: '7000' }]);
    const job = await imported(
      `Member ID,Club ID,Date,${title}`,
      `${id},7000,11/17/2026,`,
      `${id},7000,11/18/2026,${value}`,
      `${id},7000,11/19/2026,n/a`,
    );
    expect(job.tally).toMatchObject({ uploaded: 2, notCounted: 1, failed: 0 });
  });

  it('refuses dates that fit both orders if the file has both', async () => {
    const job = await imported(
      'Member ID,Club ID,Date',
      'forms,7000,13/11/2026',
      'forms,7000,11/14/2026',
      'forms,7000,05/11/2026 6:15 PM',
    );
    expect(job.tally).toMatchObject({ uploaded: 2, failed: 1 });
    expect((await refusedRowsOf(job.id))[0]).toMatchObject({
      line: 4,
      code: 'invalid',
      reason:
        '"05/11/2026 6:15 PM" is MM/DD or DD/MM: the file has dates in both orders. Write it as YYYY-MM-DD.',
    });
  });

  it('names the first of several times that cannot be read, and counts all', async () => {
    await addMembers('1', [{ id: 'times', facilityId: '7000' }]);
    const job = await imported(
      'Member ID,Club ID,Date,Time',
      ...['99:99', '-', '24:30', '25:61', 'soon'].map(
        (time, index) => `times,7000,11/0${index + 2}/2026,${time}`,
      ),
    );
    expect(job.tally).toMatchObject({ uploaded: 5, skippedTimes: 4 });
    expect(job.message).toBe(
      'The check-ins are imported. 4 times could not be read. Line 2: "99:99". Line 3: "-". Line 5: "25:61". Write times as HH:MM.',
    );
  });

  it('ignores repeated titles and total rows, and reports numbers that were not read', async () => {
    await addMembers('1', [{ id: 'rows', facilityId: '7000' }]);
    const bytes = Buffer.from(
      'Member ID,Club ID,Date,SSN\nrows,7000,11/09/2026,123-45-6789\nMember ID,Club ID,Date,SSN\nTotal,,1,\nrows,7000,11/10/2026,\n',
    );
    const files = { file: { name: 'own.csv', bytes } };
    const note =
      'Social security numbers in the column “SSN” were not read and not stored. Remove them from your files.';
    expect((await call(visits.checkImport, world.admin, { files })).body.notes).toEqual([note]);
    const job = await importedFile(bytes);
    expect(job.tally).toMatchObject({ uploaded: 2, failed: 0 });
    const { body } = await call(jobs.get, world.admin, { params: { jobId: job.id } });
    expect(body.result.notes).toEqual([note]);
  });

  it('requires another selection of columns without readable values', async () => {
    const bytes = Buffer.from('Who,When,Where\nforms,11/02/2026,7000\nforms,11/03/2026,7000\n');
    const files = { file: { name: 'own.csv', bytes } };
    const check = async () => (await call(visits.checkImport, world.admin, { files })).body;
    const send = (columns: Record<string, string>) =>
      call(visits.importCheckIns, world.admin, {
        body: { choice: JSON.stringify({ columns, dateOrder: null }) },
        files,
      });
    const wrong = await send({ memberId: 'Who', date: 'Who', clubId: 'Where' });
    expect([wrong.status, wrong.body.message]).toEqual([
      422,
      'The column "Who" contains no dates. Select another one.',
    ]);
    expect((await check()).problem).not.toBe('');
    const right = await send({ memberId: 'Who', date: 'When', clubId: 'Where' });
    expect(right.status).toBe(200);
    expect((await runJob(right.body.jobId)).tally).toMatchObject({ uploaded: 2 });
    expect((await check()).problem).toBe('');
  });

  it('is not reported as imported when none of its check-ins counts', async () => {
    const job = await imported('Member ID,Club ID,Date,Access', 'denied,7000,11/16/2026,Denied');
    expect(job.message).toBe('No visits were imported: 1 check-in does not count.');
  });

  it('refuses key fobs that Excel changed by name, and reads those that it displays', async () => {
    // the numbers that Excel changes exist
    for (const number of ['1000E02', '100000'])
      await transact(
        ...keyFobChange(null, {
          ...freeKeyFob(number, '1', '2026-01-05T00:00:00Z'),
          keyFobStatusId: keyFobActivated,
          memberId: 'forms',
        }),
      );
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const styles = `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="165" formatCode="0000000"/></numFmts><cellXfs><xf/><xf numFmtId="11"/><xf numFmtId="165"/></cellXfs></styleSheet>`;
    const header = ['Key Fob', 'Club ID', 'Date'].map(text).join('');
    const row = (style: number, value: number) =>
      `<row><c s="${style}"><v>${value}</v></c>${text('7000')}${text('11/09/2026')}</row>`;
    const sheet = `<row>${header}</row>${row(1, 100_000)}${row(2, 12_345)}${row(0, 12_345)}`;
    const job = await importedFile(zipped({ ...workbookParts(sheet), 'xl/styles.xml': styles }), 'fobs.xlsx');
    expect(job.message).toBe('No check-ins were imported: 3 rows failed.');
    const rows = await refusedRowsOf(job.id);
    expect(rows.map(({ code }) => code)).toEqual(['invalid', 'not-found', 'not-found']);
    expect(rows.map(({ reason }) => reason)).toEqual([
      'Excel changed this key fob to 1.00E+05. Enter it as text.',
      'There is no member with key fob 0012345.',
      'There is no member with key fob 12345. Excel removes leading zeros: if it is 0012345, enter it as text.',
    ]);
  });
});
