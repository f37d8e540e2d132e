import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { readReceived, rowsOfTable } from '../../functions/bank-files/inbox/read-received.ts';
import { statementColumnsError } from '../../shared/bank-files/statement-columns.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { readBai2 } from '../../shared/bank-files/bai2.ts';
import { otherAccountOf, returnsOfLine } from '../../shared/bank-files/statement.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { receiveBankFile } from '../../functions/bank-files/inbox/receive.ts';
import { newId } from '../../functions/platform/time-and-chance.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { now } from '../../functions/platform/clock.ts';
import { fileFromBank, receive, receiveAndProcess, replies, sendThree, statusesOf } from './received.ts';
import { useBankWorld } from './runs.ts';

const read = (text: string | Uint8Array) =>
  readReceived(typeof text === 'string' ? Buffer.from(text, 'latin1') : text);

const messagesOf = (notices: ReturnType<typeof read>['notices']) => notices.map(({ message }) => message);

const records = (accounts: readonly string[][]) => [
  '01,USBANK,WELLPORT,261120,0600,1,80,1,2/',
  '02,WELLPORT,USBANK,1,261119,,USD,2/',
  ...accounts.flat(),
  '98,160000,1,5/',
  '99,160000,1,7/',
];
const ours = ['03,000123456,USD,010,100000,,/', '16,166,60000,0,BR,CR,ACH SETTLEMENT/', '49,160000,3/'];
const payroll = [
  '03,000999999,USD,010,500,,/',
  '16,466,7000,0,,,ACH SETTLEMENT OF PAYROLL ACCOUNT/',
  '16,475,10,0,,,CHECK/',
  '49,7510,4/',
];
const expected = read(records([ours]).join('\n'));

describe('a BAI2 statement', () => {
  const padded = records([ours]).map((record) => record.padEnd(80));

  it.each([
    ['blocks without line ends', padded.join('')],
    [
      'blocks without line ends and slashes in a text',
      padded.join('').replace('ACH SETTLEMENT/', 'ACH 12/16 SETT/'),
    ],
    [
      'two records in a line',
      `${records([ours]).slice(0, 5).join('\n')}${records([ours]).slice(5).join('')}`,
    ],
    ['all records in a line', records([ours]).join('')],
    ['a byte order mark', `\xEF\xBB\xBF${records([ours]).join('\r\n')}`],
    ['Ctrl-Z and zeros', `${records([ours]).join('\r\n')}\r\n\x1A\0\0`],
    ['old Mac line ends', records([ours]).join('\r')],
  ])('is read with %s', (_, text) => {
    const { kind, notices, statement } = read(text);
    expect([kind, notices]).toEqual(['statement', []]);
    expect(statement?.lines.map(({ side, amount, isAch }) => [side, amount, isAch])).toEqual([
      ['credit', 600_00, true],
    ]);
    expect(statement?.days).toEqual(['2026-11-19']);
  });

  it('is read the same for any number of movements, block length, and layout', () => {
    const movement = fc.record({
      code: fc.constantFrom('166', '466', '468', '475', '399'),
      cents: fc.integer({ min: 1, max: 99_999_99 }),
      text: fc.stringMatching(/^[A-Z0-9 /]{0,20}[A-Z]$/),
    });
    fc.assert(
      fc.property(
        fc.array(movement, { maxLength: 6 }),
        fc.constantFrom(80, 96, 128),
        fc.constantFrom('\n', '\r\n', '', ' '),
        (movements, size, lineEnd) => {
          const sum = movements.reduce((total, { cents }) => total + cents, 0);
          const all = [
            `01,USBANK,WELLPORT,261120,0600,1,${size},1,2/`,
            '02,WELLPORT,USBANK,1,261119,,USD,2/',
            '03,000123456,USD,,,,/',
            ...movements.map(({ code, cents, text }) => `16,${code},${cents},0,,,${text}/`),
            `49,${sum},${movements.length + 2}/`,
            `98,${sum},1,${movements.length + 4}/`,
            `99,${sum},1,${movements.length + 6}/`,
          ];
          const text = all
            .map((record) =>
              lineEnd.trim() === '' && lineEnd !== '\n' && lineEnd !== '\r\n' ? record.padEnd(size) : record,
            )
            .join(lineEnd === ' ' ? '' : lineEnd);
          const statement = readBai2(text, ['123456']);
          expect(statement?.notices).toEqual([]);
          expect(statement?.lines.map(({ code, amount }) => [code, amount])).toEqual(
            movements.map(({ code, cents }) => [code, cents]),
          );
        },
      ),
    );
  });

  it('sets the movements of another account aside and reports them', () => {
    const { notices, statement } = read(records([ours, payroll]).join('\n'));
    expect(statement?.lines.map(({ amount, otherAccount }) => [amount, otherAccount])).toEqual([
      [600_00, undefined],
      [70_00, 'ending in 9999'],
      [10, 'ending in 9999'],
    ]);
    expect(messagesOf(notices)).toEqual([
      'Set aside: 2 movements of an account ending in 9999, which is not in the bank settings.',
    ]);
  });

  it('of several accounts belongs to none of them without the setting', () => {
    const text = records([ours, payroll]).join('\n');
    expect(readBai2(text, [])?.lines.every(({ otherAccount }) => otherAccount !== undefined)).toBe(true);
    expect(readBai2(records([ours]).join('\n'), [])?.lines).toEqual(expected.statement?.lines);
  });

  it.each(['2', '4'])('with the group status %s, a deletion or a test, has no movements', (status) => {
    const text = records([ours]).join('\n').replace('02,WELLPORT,USBANK,1', `02,WELLPORT,USBANK,${status}`);
    const { notices, statement } = read(text);
    expect([statement?.lines, statement?.days]).toEqual([[], []]);
    expect(messagesOf(notices)).toEqual([
      'Line 2: This group is a deletion or a test. Its movements were not read.',
    ]);
  });

  it('compares accounts by their digits, and masked ones by their end', () => {
    for (const account of ['000123456', '123456', '1-2345-6', 'XXXXX3456', '...3456', '3456', '', 'Checking'])
      expect(otherAccountOf(account, ['000123456'])).toBeUndefined();
    for (const account of ['000999999', '23456', '9123456', 'x9999', '••4567'])
      expect(otherAccountOf(account, ['000123456'])).toBeDefined();
  });
});

describe('a download of a bank', () => {
  const movements = (text: string) =>
    read(Buffer.from(text)).statement?.lines.map(({ date, side, amount, isAch }) => [
      date,
      side,
      amount,
      isAch,
    ]);
  const same = [
    ['2026-11-19', 'credit', 611_00, true],
    ['2026-11-19', 'debit', 77_10, true],
    ['2026-11-20', 'debit', 12_00, false],
  ];

  it.each([
    [
      'U.S. Bank',
      '"Date","Transaction","Name","Memo","Amount"\n"2026-11-19","CREDIT","ELECTRONIC DEPOSIT ACH SETTLEMENT","Download","611.00"\n"2026-11-19","DEBIT","ACH WITHDRAWAL UNKNOWN CO","Download","-77.10"\n"2026-11-20","DEBIT","MONTHLY MAINTENANCE FEE","Download","-12.00"\n',
    ],
    [
      'Chase',
      'Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #\nCREDIT,11/19/2026,"ORIG CO NAME:WELLPORT ORIG ID:1411234567 SEC:PPD",611.00,ACH_CREDIT,1000.00,,\nDEBIT,11/19/2026,"ORIG CO NAME:UNKNOWN CO SEC:CCD TRACE#:091000022",-77.10,ACH_DEBIT,389.00,,\nDEBIT,11/20/2026,"MONTHLY SERVICE FEE",-12.00,FEE_TRANSACTION,377.00,,\n',
    ],
    [
      'Mercury',
      'Date (UTC),Description,Amount (USD),Status,Source Account,Bank Description\n11-19-2026,Wellport,611.00,Sent,Mercury Checking ••3456,WELLPORT; DUES\n11-19-2026,Unknown Co,-77.10,Sent,Mercury Checking ••3456,UNKNOWN CO; ACH\n11-20-2026,Mercury,-12.00,Sent,Mercury Checking ••3456,Wire fee\n11-20-2026,Other,-9.00,Failed,Mercury Checking ••3456,OTHER; ACH\n',
    ],
    [
      'Wells Fargo without titles',
      '"11/19/2026","611.00","*","","ELECTRONIC DEPOSIT WELLPORT"\n"11/19/2026","-77.10","*","","UNKNOWN CO ACH DEBIT 261119"\n"11/20/2026","-12.00","*","","MONTHLY SERVICE FEE"\n',
    ],
    [
      'a commercial account above its table',
      'Account Number: 000123456\n\nAs Of Date;Debit Amount;Credit Amount;BAI Code;Transaction Description\n2026-11-19;;611.00;166;ACH\n2026-11-19;77.10;;455;UNKNOWN CO\n2026-11-20;12.00;;698;Service charge\n',
    ],
  ])('of %s is read, and an unknown debit may be ACH', (_, text) => {
    expect(movements(text)).toEqual(same);
  });

  it('with unsigned amounts has the directions that a column names, and reports the others', () => {
    const rows = `Date,Description,Type,Amount
11/19/2026,UNKNOWN,ACH Debit,77.10
11/19/2026,Wellport,ACH Credit,611.00
11/19/2026,OTHER,Payment,5.00
`;
    expect(movements(rows)).toEqual([same[1], same[0]]);
    expect(read(rows).notices).toEqual([
      { code: 'unreadable-row', message: 'Line 4: This movement cannot be read.' },
    ]);
  });

  it('has dates in one order; with both orders, dates that fit both are not read', () => {
    const rows = (...dates: string[]) =>
      `Date,Description,Amount\n${dates.map((date) => `${date},ACH,1.00`).join('\n')}\n`;
    const days = (text: string) => read(text).statement?.lines.map(({ date }) => date);
    expect(days(rows('19/11/2026', '05/11/2026'))).toEqual(['2026-11-19', '2026-11-05']);
    expect(days(rows('11/19/2026', '11/05/2026'))).toEqual(['2026-11-19', '2026-11-05']);
    expect(days(rows('05/11/2026'))).toEqual(['2026-05-11']);
    const mixed = rows('19/11/2026', '11/20/2026', '05/11/2026');
    expect(days(mixed)).toEqual(['2026-11-19', '2026-11-20']);
    expect(messagesOf(read(mixed).notices)).toEqual(['Line 4: This movement cannot be read.']);
  });

  it.each(['LOAN DEPOT PAYMENT', 'ACME POS SYSTEMS INC', 'CASH APP INC 88812', 'INTEREST-FREE LENDING LLC'])(
    'never dismisses a debit of a payee whose name has a word of other movements: %s',
    (text) => {
      expect(movements(`Date,Description,Amount\n2026-11-19,${text},-77.10\n`)).toEqual([same[1]]);
    },
  );

  it('of another account is set aside', () => {
    const rows =
      'Date,Description,Amount,Account Number\n2026-11-19,ACH,1.00,000999999\n2026-11-19,ACH,2.00,x3456\n';
    const { statement } = read(rows);
    expect(statement?.lines.map(({ otherAccount }) => otherAccount)).toEqual(['ending in 9999', undefined]);
    const named =
      'Date,Description,Amount,Account Name\n2026-11-19,ACH,1.00,Payroll - 9999\n2026-11-19,ACH,2.00,Operating (...3456)\n2026-11-19,ACH,3.00,Main\n';
    expect(read(named).statement?.lines.map(({ otherAccount }) => otherAccount)).toEqual([
      'ending in 9999',
      undefined,
      undefined,
    ]);
    for (const above of ['Account ending 9999', 'Account: Checking (...9999)', 'Acct # 000999999'])
      expect(
        read(`${above}\nDate,Description,Amount\n2026-11-19,ACH,1.00\n`).statement?.lines[0]?.otherAccount,
      ).toBe('ending in 9999');
  });

  it('without titles is not read if the content does not show amounts or directions', () => {
    for (const text of [
      '11/19/2026,611.00,ACH\n11/20/2026,77.10,ACH\n',
      '11/19/2026,-611.00,100.00,ACH\n11/20/2026,77.10,177.10,ACH\n',
    ])
      expect(read(text)).toMatchObject({ kind: 'unreadable', statement: null });
  });
});

it('settles one return, or all of a day, and not the same one twice', () => {
  const amounts = [[45_00, 20_00], [45_00], []];
  expect(returnsOfLine({ amount: 45_00 }, amounts, 0)).toBe('Settles a return of $45.00.');
  expect(returnsOfLine({ amount: 45_00 }, amounts, 1)).toBe('Settles a return of $45.00.');
  expect(returnsOfLine({ amount: 45_00 }, amounts, 2)).toBeUndefined();
  expect(returnsOfLine({ amount: 65_00 }, amounts, 0)).toBe('Settles 2 returns of $65.00 in total.');
  expect(returnsOfLine({ amount: 65_00 }, amounts, 1)).toBeUndefined();
  expect(returnsOfLine({ amount: 90_00 }, amounts, 0)).toBeUndefined();
});

const world = useBankWorld();

/** A statement of our account, with further accounts. */
function statementOf(day: string, movements: readonly string[], others: readonly string[] = []) {
  const sum = movements.reduce((total, text) => total + Number(text.split(',')[2]), 0);
  return [
    `01,USBANK,WELLPORT,${day},0600,1,80,1,2/`,
    `02,WELLPORT,USBANK,1,${day},,USD,2/`,
    '03,000123456,USD,,,,/',
    ...movements,
    `49,${sum},${movements.length + 2}/`,
    ...others,
    '98,0,1,5/',
    '99,0,1,7/',
  ].join('\n');
}

describe('a received statement', () => {
  it('never settles a file by a movement of another account', async () => {
    const { payments, fileId } = await sendThree(world.admin, '204501');
    const { effectiveDate } = await loadBankFile(fileId);
    const day = effectiveDate.slice(2).replaceAll('-', '');
    const other = ['03,000999999,USD,,,,/', '16,166,6000,0,,,ACH SETTLEMENT/', '49,6000,3/'];
    expect(await receiveAndProcess(world.admin, statementOf(day, [], other), 'other.bai')).toMatchObject({
      status: 'review',
      notices: ['Set aside: 1 movement of an account ending in 9999, which is not in the bank settings.'],
      noticeCodes: ['other-account'],
      entries: [{ status: 'quarantined', bankFileId: null, reason: expect.stringContaining('9999') }],
    });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    // an unknown debit of a download is reviewed
    const csv = `"Date","Transaction","Name","Memo","Amount"\n"${effectiveDate}","DEBIT","ACH WITHDRAWAL UNKNOWN CO","Download","-77.10"\n`;
    expect(await receiveAndProcess(world.admin, csv, 'us-bank.csv')).toMatchObject({
      entries: [{ status: 'quarantined', reason: expect.stringContaining('We sent no file of this total') }],
    });
  });

  it('compares settlements of returns with the returns that were received', async () => {
    const { text } = await sendThree(world.admin, '204503');
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01', 'R01', null])));
    const day = dateInChicago(now()).slice(2).replaceAll('-', '');
    const result = await receiveAndProcess(
      world.admin,
      statementOf(day, ['16,468,3000,0,,,ACH RETURN SETTLEMENT/', '16,468,4500,0,,,ACH RETURN SETTLEMENT/']),
      'returns.bai',
    );
    expect(result).toMatchObject({
      status: 'review',
      entries: [
        { status: 'applied', code: '468', reason: 'Settles 2 returns of $30.00 in total.' },
        { status: 'quarantined', reason: expect.stringContaining('we received no returns of this total') },
      ],
    });
  });
});

describe('a statement without titles', () => {
  // unsigned amounts, and a balance with cents: the content does not show the columns
  const download = (...rows: string[]) =>
    `${rows.map((row) => `"${row.replaceAll(',', '","')}"`).join('\n')}\n`;
  const first = download(
    '11/19/2026,611.00,CR,1000.00,WELLPORT',
    '11/19/2026,77.10,DR,922.90,UNKNOWN CO ACH',
    '11/20/2026,12.00,DR,910.90,MONTHLY SERVICE FEE',
  );
  const send = (text: string, choice?: object) =>
    call(bankFiles.receiveReturns, world.admin, {
      body: choice ? { choice: JSON.stringify(choice) } : {},
      files: { file: { name: 'download.csv', bytes: Buffer.from(text) } },
    });
  const columns = { date: 0, amount: 1, side: 2 };

  it('is read with the columns that were selected once for its source', async () => {
    const asked = await send(first);
    expect(asked.body).toMatchObject({
      success: true,
      jobId: null,
      inboxFileId: '',
      columns: [
        { samples: ['11/19/2026', '11/20/2026'] },
        { samples: ['611.00', '77.10', '12.00'] },
        { samples: ['CR', 'DR'] },
        { samples: ['1000.00', '922.90', '910.90'] },
        { samples: ['WELLPORT', 'UNKNOWN CO ACH', 'MONTHLY SERVICE FEE'] },
      ],
    });
    expect((await call(bankFiles.listReceived, world.admin, { query: {} })).body.items).not.toContainEqual(
      expect.objectContaining({ name: 'download.csv' }),
    );
    const begun = await send(first, columns);
    expect(begun.body).toMatchObject({ kind: 'statement', entryCount: 3 });
    await runJob(begun.body.jobId);
    const { body: file } = await call(bankFiles.getReceived, world.admin, {
      params: { inboxFileId: begun.body.inboxFileId },
    });
    expect(
      file.entries.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
    ).toEqual([
      [611, 'quarantined'],
      [77.1, 'quarantined'],
      [12, 'dismissed'],
    ]);
    const next = await send(download('11/23/2026,5.00,CR,915.90,OTHER', '11/24/2026,6.00,DR,909.90,OTHER'));
    expect(next.body).toMatchObject({ kind: 'statement', entryCount: 2 });
    await runJob(next.body.jobId);
  });

  it.each([
    [{ date: 4, amount: 1, side: 2 }, 'The column of dates contains no dates.'],
    [{ date: 0, amount: 4, side: 2 }, 'The columns of amounts contain no amounts.'],
    [{ date: 0, amount: 1 }, 'No amount is negative, so withdrawals are unknown.'],
    [{ date: 0, credit: 1, debit: 3 }, 'A movement has a withdrawal and a deposit.'],
  ])('refuses columns that do not fit: %j', async (choice, message) => {
    const rows = download('11/19/2026,611.00,CR,1.00,WELLPORT,x', '11/19/2026,77.10,DR,2.00,UNKNOWN CO,y');
    const { status, body } = await send(rows, choice);
    expect([status, body.message]).toEqual([422, expect.stringContaining(message)]);
  });

  const third = '11/20/2026,12.00,DR,910.90,k,MONTHLY FEE';
  const steps = ['11/19/2026,611.00,CR,1000.00,k,WELLPORT', '11/19/2026,77.10,DR,922.90,k,UNKNOWN CO', third];
  const halves = [
    '11/19/2026,50.00,,950.00,RENT',
    '11/19/2026,,70.00,1020.00,WELLPORT',
    '11/20/2026,20.00,,1000.00,FEE',
  ];

  it.each([
    ['a balance', { date: 0, amount: 3, side: 2 }, 'the balance after each movement', steps],
    ['swapped', { date: 0, credit: 1, debit: 2 }, 'The balance of the file falls with deposits', halves],
    ['swapped, latest first', { date: 0, credit: 1, debit: 2 }, 'falls with deposits', halves.toReversed()],
  ])('refuses amounts that are %s', async (_, choice, message, rows) => {
    const { status, body } = await send(download(...rows), choice);
    expect([status, body.message]).toEqual([422, expect.stringContaining(message)]);
  });

  it('accepts equal deposits in both orders', () => {
    const rows = [
      '11/18/2026,50.00,CR,1050.00,A',
      '11/19/2026,50.00,CR,1100.00,B',
      '11/19/2026,50.00,CR,1150.00,C',
    ];
    for (const each of [rows, rows.toReversed()])
      expect(statementColumnsError(rowsOfTable(Buffer.from(download(...each))) ?? [], columns)).toBe('');
  });

  it('asks again when the stored column of directions names none', async () => {
    const form = (...rows: string[]) => download(...rows.map((row) => `${row},k,x`));
    const begun = await send(form('11/19/2026,8.00,CR,1.00,A', '11/19/2026,9.00,DR,2.00,B'), columns);
    await runJob(begun.body.jobId);
    const other = form('11/21/2026,63.00,VENDOR,1000.00,X', '11/21/2026,64.10,VENDOR,922.90,Y');
    expect((await send(other)).body).toMatchObject({ jobId: null, columns: expect.any(Array) });
    const deposits = await send(form('11/22/2026,7.00,CR,1.00,A'));
    expect(deposits.body).toMatchObject({ kind: 'statement', entryCount: 1 });
    await runJob(deposits.body.jobId);
  });

  it('of the bank’s channel is stored as unreadable, and read when an administrator selects its columns', async () => {
    const text = download('11/19/2026,3.00,CR,1.00,z,WELLPORT', '11/19/2026,77.10,DR,2.00,z,UNKNOWN CO');
    const bytes = Buffer.from(text);
    const bank = { userId: 'the bank', uploader: undefined, now: now(), newId };
    expect(await receiveBankFile({ name: 'download.csv', bytes }, bank)).toMatchObject({
      kind: 'unreadable',
    });
    const begun = await send(text, columns);
    expect(begun.body).toMatchObject({ kind: 'statement', entryCount: 2 });
    await runJob(begun.body.jobId);
  });
});

describe('a rejected file', () => {
  it.each([
    ['REJ02   ', 'The bank rejected the file', 'REJ02'],
    ['REJECTED', 'The bank rejected the file', ''],
  ])('is reported with its code: %s', async (reference, reason, code) => {
    const { text, payments, fileId } = await sendThree(world.admin, code ? '204505' : '204507');
    const [header = '', ...rest] = acknowledgementFile(text).split('\n');
    const reject = [header.slice(0, 86) + reference, ...rest].join('\n');
    expect(await receiveAndProcess(world.admin, reject, 'reject.ach')).toMatchObject({
      kind: 'acknowledgement',
      status: 'review',
      entries: [{ status: 'quarantined', code, bankFileId: fileId, reason: expect.stringContaining(reason) }],
    });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    // with its entries repeated
    const [first = '', ...others] = text.split('\n');
    const whole = [first.slice(0, 86) + reference, ...others].join('\n');
    expect(await receiveAndProcess(world.admin, whole, 'reject-whole.ach')).toMatchObject({
      entries: [{ status: 'quarantined', code, bankFileId: fileId }],
    });
  });
});

it('an unreadable file is refused or stored as unreadable, never as a statement', async () => {
  expect((await receive(world.admin, 'hello\nworld\n', 'note.txt')).body).toMatchObject({
    kind: 'unreadable',
  });
});
