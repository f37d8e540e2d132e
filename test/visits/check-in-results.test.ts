import { describe, expect, it, test } from 'vitest';
import { checkInsOf, openFacilityFile } from '../../functions/visits/check-in-file.ts';
import { plainKeyFob } from '../../shared/employees/key-fob.ts';
import { readDateText, readTimeText, splitDateAndTime } from '../../shared/date-text.ts';
import { atClub, readCheckInDate, readCheckInTime, resultOfStatus } from '../../shared/visits/check-in.ts';

// Results, counts, zones, and identifiers as systems of clubs write them.

/** Returns the check-ins of rows behind a key fob, a club, and a date, in the order of their lines. */
async function checkInsWith(title: string, values: readonly string[]) {
  const rows = values.map(
    (value, index) => `100000${index % 10},7000,11/${String(index + 1).padStart(2, '0')}/2026,${value}`,
  );
  const content = [`Barcode,Club,Check In Date,${title}`, ...rows].join('\n');
  const file = { name: 'visits.csv', bytes: Buffer.from(content), type: 'text/csv' };
  const opened = await openFacilityFile(file, null, '2026-11-20', async () => ({}));
  return checkInsOf(opened, null, 'mdy').toSorted((a, b) => a.line - b.line);
}

const resultsOf = async (title: string, values: readonly string[]) =>
  (await checkInsWith(title, values)).map(({ status = '' }) => resultOfStatus(status));

describe('a column of results', () => {
  test.each<[string, string[], string[]]>([
    ['Access', ['Yes', 'No'], ['visit', 'absent']],
    ['Result', ['Pass', 'Fail', 'Failure'], ['visit', 'absent', 'absent']],
    ['Access Result', ['OK', 'NOK', 'KO'], ['visit', 'absent', 'absent']],
    ['Acceso', ['Permitido', 'Denegado', 'No autorizado'], ['visit', 'absent', 'absent']],
    ['Accès', ['Autorisé', 'Refusé', 'Annulé'], ['visit', 'absent', 'withdrawn']],
    ['Zutritt', ['Erlaubt', 'Verweigert'], ['visit', 'absent']],
    [
      'Transaction Type',
      ['Check-in', 'Guest', 'Retail', 'Check-in Void'],
      ['visit', 'visit', 'visit', 'withdrawn'],
    ],
    ['Membership Status', ['Active', 'Cancelled'], ['visit', 'visit']],
  ])('%s is read: %s', async (title, values, expected) => {
    expect(await resultsOf(title, values)).toEqual(expected);
  });

  test.each(['Result', 'Check-in Status'])('%s with codes refuses its rows', async (title) => {
    expect(await resultsOf(title, ['1', '0', '1'])).toEqual(['unknown', 'unknown', 'unknown']);
  });

  test.each([
    ['Granted - warning past due', 'visit'],
    ['Access Granted (expired)', 'visit'],
    ['Granted, then denied', 'absent'],
    ['Check-in - expired', 'absent'],
  ])('with a warning is a visit: %s', (status, expected) => {
    expect(resultOfStatus(status)).toBe(expected);
  });
});

describe('a number of visits', () => {
  it('in parentheses is a void, and zero is no visit', async () => {
    expect(await resultsOf('Visits', ['1', '(1)', '\u22121', '0', '1.0'])).toEqual([
      'visit',
      'withdrawn',
      'withdrawn',
      'absent',
      'visit',
    ]);
  });

  it('per month can have decimals', async () => {
    const content = 'Barcode,Club,Month,Visits\n1000001,7000,Nov 2026,8.0\n1000002,7000,Nov 2026,2.0\n';
    const file = { name: 'visits.csv', bytes: Buffer.from(content), type: 'text/csv' };
    const opened = await openFacilityFile(file, null, '2026-11-20', async () => ({}));
    expect(checkInsOf(opened, null, 'mdy').map(({ count }) => count)).toEqual(['8', '2']);
  });
});

describe('a zone', () => {
  const club = { state: 'MN', zipCode: '55401' };
  const read = (date: string, time = '') => {
    const line = { line: 2, keyFob: '', memberId: '', email: '', clubId: '', date, time };
    const local = atClub(line, club);
    return [readCheckInDate(local.date), readCheckInTime(local.time, local.date)];
  };

  test.each([
    ['2026-11-06 00:15:00+00', '', '2026-11-05', '18:15'],
    ['2026-11-07 18:15:00-06', '', '2026-11-07', '18:15'],
    ['2026-11-08 00:15:00.123456+00', '', '2026-11-07', '18:15'],
    ['11/17/2026', '23:30 UTC-8', '2026-11-18', '01:30'],
  ])('of hours only is used: %s %s', (date, time, day, local) => {
    expect(read(date, time)).toEqual([day, local]);
  });

  test.each([
    ['2026-11-06', ''],
    ['11-05-06', ''],
    ['11/05/2026', '18:15-19:10'],
  ])('is no part of %s %s', (date, time) => {
    expect(read(date, time)[0]).toBe(readCheckInDate(date));
  });
});

describe('a zone in the title of a column', () => {
  it('is that of its times', async () => {
    const content =
      'Barcode,Club,Check-in Timestamp (UTC)\n1000001,7000,2026-11-06 00:15:00\n1000001,7000,2026-11-06 00:15:00 CT\n1000001,7000,2026-11-06\n';
    const file = { name: 'visits.csv', bytes: Buffer.from(content), type: 'text/csv' };
    const opened = await openFacilityFile(file, null, '2026-11-20', async () => ({}));
    const lines = checkInsOf(opened, null, 'mdy').map((line) =>
      atClub(line, { state: 'MN', zipCode: '55401' }),
    );
    expect(lines.map(({ date }) => readCheckInDate(date))).toEqual([
      '2026-11-05',
      '2026-11-06',
      '2026-11-06',
    ]);
  });
});

describe('dates and times of other locales', () => {
  test.each([
    ['5 de noviembre de 2026', '2026-11-05'],
    ['17 dic. 2025', '2025-12-17'],
    ['15 août 2026', '2026-08-15'],
    ['15. März 2026', '2026-03-15'],
  ])('%s is %s', (sent, day) => {
    expect(readDateText(sent)).toBe(day);
  });

  it('are read', () => {
    expect(splitDateAndTime('46331,76042')).toEqual({ date: '2026-11-05', time: '18:15' });
    expect(splitDateAndTime('20261105181500')).toEqual({ date: '2026-11-05', time: '181500' });
    expect(readTimeText('0,5')).toBe('12:00');
    expect(readTimeText('6:15 p. m.')).toBe('18:15');
  });
});

describe('a key fob', () => {
  test.each([
    ['001-2345', '0012345'],
    ['00 12345', '0012345'],
    ['*1c0001*', '1c0001'],
    ['100E-02', '100E-02'],
    ['1.00E+05', '1.00E+05'],
    ['12-34', '12-34'],
  ])('%s is %s without the separators of its format', (sent, expected) => {
    expect(plainKeyFob(sent)).toBe(expected);
  });

  it('with separators is recognized in a column', async () => {
    const content = 'Member Number,Club,Date\n001-2345,7000,11/05/2026\n';
    const file = { name: 'visits.csv', bytes: Buffer.from(content), type: 'text/csv' };
    const opened = await openFacilityFile(file, null, '2026-11-20', async () => ({}));
    expect(checkInsOf(opened, null, 'mdy')[0]?.keyFob).toBe('0012345');
  });
});
