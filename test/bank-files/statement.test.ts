import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReceived } from '../../functions/bank-files/inbox/read-received.ts';
import { bankFileChange, loadBankFile } from '../../functions/bank-files/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { daysAround, filesAround, filesOfLine, settlementOf } from '../../shared/bank-files/statement.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { receive, receiveAndProcess, statusesOf, sendThree } from './received.ts';
import { givenPayments, restoreOutbox, threePayments, useBankWorld, sendUnconfirmed } from './runs.ts';
import { trailOf } from '../support/trail.ts';

const read = (text: string) => readReceived(Buffer.from(text, 'latin1'));

/** Returns a statement of one account and day: movements as type code, cents, and text; `day` is YYMMDD. */
function bai2(
  day: string,
  movements: readonly (readonly [code: string, cents: number, text: string])[],
  currency = 'USD',
) {
  const sum = movements.reduce((total, [, cents]) => total + cents, 1_000_00);
  const details = movements.map(([code, cents, text]) => `16,${code},${cents},0,BREF,CREF,${text}/`);
  return [
    `01,USBANK,WELLPORT,${day},0600,1,80,1,2/`,
    `02,WELLPORT,USBANK,1,${day},,${currency},2/`,
    `03,000123456,${currency},010,100000,,/`,
    ...details,
    `49,${sum},${details.length + 2}/`,
    `98,${sum},1,${details.length + 4}/`,
    `99,${sum},1,${details.length + 6}/`,
    '',
  ].join('\n');
}

describe('a BAI2 statement', () => {
  it('is read with days, directions, whole cents, and texts', () => {
    const { kind, notices, statement } = read(
      bai2('410306', [
        ['166', 600_00, 'ACH SETTLEMENT, WELLPORT'],
        ['475', 12_34, 'CHECK 101'],
      ]),
    );
    expect([kind, notices]).toEqual(['statement', []]);
    expect(statement).toMatchObject({
      days: ['2041-03-06'],
      otherCurrencies: [],
      lines: [
        { date: '2041-03-06', side: 'credit', amount: 600_00, code: '166', isAch: true },
        { side: 'debit', amount: 12_34, isAch: false, text: 'BREF CREF CHECK 101' },
      ],
    });
  });

  it('supports 88 continuation records, value dates, split funds, and any line ends', () => {
    const text = [
      '01,B,W,410306,0600,1,,,2/',
      '02,W,B,1,410306,,,2/',
      '03,1,,040,+500,,,045,,,/',
      '16,166,700,V,410305,,REF1,,SETTLED/',
      '88,IN TWO LINES',
      '16,466,200,S,100,50,50,REF2,,OUT/',
      '49,1400,5/',
      '99,1400,1,7/',
    ].join('\r\n');
    expect(read(text)).toMatchObject({
      notices: [],
      statement: {
        days: ['2041-03-05', '2041-03-06'],
        lines: [
          { date: '2041-03-05', amount: 700, text: 'REF1  SETTLED IN TWO LINES' },
          { date: '2041-03-06', side: 'debit', amount: 200, text: 'REF2  OUT' },
        ],
      },
    });
  });

  it('reports totals that do not match, a missing end, and unreadable movements', () => {
    const text = bai2('410306', [['166', 600_00, 'ACH']]);
    expect(read(text.replace('16,166,60000', '16,166,60001')).notices.map(({ message }) => message)).toEqual([
      'Line 5: The control total of the account does not match its movements.',
    ]);
    expect(read(text.split('\n').slice(0, 5).join('\n')).notices[0]?.message).toContain('no end record');
    expect(read(text.replace('16,166,', '16,999,')).notices[0]?.message).toContain('Line 4');
  });

  it('never throws, regardless of changes', () => {
    const text = bai2('410306', [['166', 600_00, 'ACH SETTLEMENT']]);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(20), fc.string(), (from, length, junk) => {
        read(text.slice(0, from) + junk + text.slice(from + length));
      }),
    );
  });
});

describe('a statement in columns', () => {
  it('is not read if it has more lines than possible for a day, but not rejected', () => {
    const text = `Date,Description,Amount\n${'2041-03-06,ACH SETTLEMENT,1.00\n'.repeat(50_001)}`;
    expect(read(text)).toMatchObject({ kind: 'unreadable', statement: null });
  });

  it.each([
    ['Date,Description,Amount\n03/06/2041,ACH SETTLEMENT,"1,600.00"\n3/7/41,Fee,(12.30)\n'],
    [
      'Account;123\nPosting Date;Details;Debit;Credit\n2041-03-06;ACH SETTLEMENT;;1600.00\n2041-03-07;Fee;12.30;\n',
    ],
    ['date,text,amount,D/C,currency\n2041-03-06,ACH SETTLEMENT,1600,C,USD\n2041-03-07,Fee,12.30,D,USD\n'],
  ])('is read: %j', (text) => {
    expect(read(text)).toMatchObject({
      kind: 'statement',
      notices: [],
      statement: {
        days: ['2041-03-06', '2041-03-07'],
        lines: [
          { side: 'credit', amount: 1600_00, isAch: true },
          { side: 'debit', amount: 12_30, isAch: false },
        ],
      },
    });
  });

  it('reports unreadable lines, and is not a statement without its titles', () => {
    expect(read('Date,Amount\nsoon,1.00\n2041-02-30,1.00\n2041-02-28,1.001\n').notices).toHaveLength(3);
    expect(read('1,2,3\n4,5,6\n')).toMatchObject({ kind: 'unreadable', statement: null });
  });
});

describe('a line of a statement', () => {
  const file = (debit: number, credit = 0, purpose?: 'prenotes' | 'reversal') =>
    ({ bankFlow: debit ? 'memberDues' : 'facilityDeposit', debit, credit, purpose }) as const;

  it('settles the file with its total, or else all files with its direction together', () => {
    const files = [file(100), file(250), file(0, 350)];
    expect(filesOfLine({ side: 'credit', amount: 250 }, files)).toEqual([files[1]]);
    expect(filesOfLine({ side: 'credit', amount: 350 }, files)).toEqual([files[0], files[1]]);
    expect(filesOfLine({ side: 'debit', amount: 350 }, files)).toEqual([files[2]]);
    expect(filesOfLine({ side: 'credit', amount: 100 + 1 }, files)).toEqual([]);
  });

  it('settles a file of adjacent days by exact total, but not one of two equal files', () => {
    const files = [file(100), file(250), file(0, 250)];
    expect(filesAround({ side: 'credit', amount: 250 }, files)).toEqual([files[1]]);
    expect(filesAround({ side: 'credit', amount: 350 }, files)).toEqual([]);
    expect(filesAround({ side: 'credit', amount: 100 }, [...files, file(100)])).toEqual([]);
    expect(daysAround('2026-11-27')).toEqual(['2026-11-25', '2026-11-30']);
  });

  it('has the opposite direction for a reversal, and does not match prenotes', () => {
    expect(settlementOf({ bankFlow: 'memberDues', debit: 0, credit: 70, purpose: 'reversal' })).toEqual({
      side: 'debit',
      amount: 70,
    });
    expect(settlementOf(file(0, 0, 'prenotes'))).toBeNull();
  });
});

const world = useBankWorld();

async function sentThree(period: string) {
  const sent = await sendThree(world.admin, period);
  const { effectiveDate } = await loadBankFile(sent.fileId);
  return { ...sent, effectiveDate, day: effectiveDate.slice(2).replaceAll('-', '') };
}

describe('the bank’s statement', () => {
  it('acknowledges and settles a file by total and date, and lists unmatched items of both sides', async () => {
    const { payments, fileId, day, effectiveDate } = await sentThree('204201');
    const received = await receiveAndProcess(
      world.admin,
      bai2(day, [
        ['166', 60_01, 'ACH SETTLEMENT OF NOBODY'],
        ['475', 5_00, 'CHECK'],
      ]),
      'statement.bai',
    );
    expect(received).toMatchObject({
      kind: 'statement',
      status: 'review',
      entries: [
        { status: 'quarantined', about: 'statement', amount: 60.01, lastFour: '', originalTrace: '' },
        { status: 'dismissed' },
      ],
      missingFiles: [{ id: fileId, amount: 60, effectiveDate }],
    });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    const second = await receiveAndProcess(world.admin, bai2(day, [['166', 60_00, 'ACH SETTLEMENT']]));
    expect(second).toMatchObject({ status: 'done', entries: [{ status: 'applied' }], missingFiles: [] });
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
    expect(await loadBankFile(fileId)).toMatchObject({
      status: 'acknowledged',
      statement: { inboxFileId: second.id, position: 1, date: effectiveDate },
    });
    expect((await trailOf(`bank file ${fileId}`)).at(-1)).toMatchObject({
      name: 'bank file on a statement',
      who: world.admin.id,
      after: { inboxFileId: second.id, position: 1, date: effectiveDate },
    });
    // another file with the same line, as when a bank sends a day twice
    const third = await receiveAndProcess(world.admin, bai2(day, [['166', 60_00, 'ACH AGAIN']]));
    expect(third).toMatchObject({ status: 'done', entries: [{ status: 'repeated' }] });
  });

  it('with a duplicate total settles the file once, and the second movement awaits a review', async () => {
    const { day, fileId } = await sentThree('204207');
    const twice = [
      ['166', 60_00, 'ACH SETTLEMENT'],
      ['166', 60_00, 'ACH SETTLEMENT ONCE MORE'],
    ] as const;
    const early = await receiveAndProcess(world.admin, bai2(day, twice.slice(0, 1)));
    expect(early).toMatchObject({ status: 'done', entries: [{ status: 'applied', bankFileId: fileId }] });
    // the statement of the whole day repeats the movement of the earlier one, and has another
    expect(await receiveAndProcess(world.admin, bai2(day, twice))).toMatchObject({
      status: 'review',
      entries: [
        { status: 'repeated' },
        { status: 'quarantined', reason: expect.stringContaining('We sent no file of this total') },
      ],
    });
  });

  it('reports the canceled file with the total that it contains', async () => {
    const { day, fileId } = await sentThree('204208');
    const file = await loadBankFile(fileId);
    await transact(...bankFileChange(file, { ...file, status: 'canceled' }));
    expect(await receiveAndProcess(world.admin, bai2(day, [['166', 60_00, 'ACH']]))).toMatchObject({
      status: 'review',
      entries: [
        {
          status: 'quarantined',
          bankFileId: fileId,
          reason: expect.stringContaining(
            `The bank moved the total of ${file.name}, which was canceled here.`,
          ),
        },
      ],
    });
  });

  it('settles the file of the previous or next banking day once', async () => {
    const { payments, fileId, day } = await sentThree('204204');
    const before = String(Number(day) - 1);
    const statement = bai2(before, [['166', 60_00, 'ACH POSTED EARLY']]);
    expect(await receiveAndProcess(world.admin, statement)).toMatchObject({
      status: 'done',
      entries: [{ status: 'applied' }],
    });
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
    expect((await loadBankFile(fileId)).statement).toMatchObject({ position: 1 });
    const again = bai2(before, [['166', 60_00, 'ACH POSTED TWICE']]);
    expect(await receiveAndProcess(world.admin, again)).toMatchObject({ entries: [{ status: 'repeated' }] });
  });

  it('does not settle a file of two banking days before', async () => {
    const { payments, day } = await sentThree('204202');
    // a Tuesday: the Friday before the weekend
    const before = String(Number(day) - 4);
    const received = await receiveAndProcess(world.admin, bai2(before, [['166', 60_00, 'ACH']]));
    expect(received).toMatchObject({ entries: [{ status: 'quarantined' }], missingFiles: [] });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });

  it('in another currency is rejected and not stored', async () => {
    const { status, body } = await receive(
      world.admin,
      bai2('420203', [['166', 60_00, 'ACH']], 'EUR'),
      'eur.bai',
    );
    expect(status).toBe(422);
    expect(body.message).toContain('This statement is in EUR. We settle US dollars only.');
    const { items } = (await call(bankFiles.listReceived, world.admin, { query: { filter: 'eur' } })).body;
    expect(items).toEqual([]);
    const csv = 'Date,Description,Amount,Currency\n2042-02-03,ACH,60.00,CAD\n';
    expect((await receive(world.admin, csv, 'cad.csv')).status).toBe(422);
  });

  it('does not settle files together while one of them is unconfirmed', async () => {
    const { payments, fileId, day } = await sentThree('204212');
    const others = threePayments('204112');
    await givenPayments(others);
    const unsure = await sendUnconfirmed(world.admin, '204112', false);
    restoreOutbox();
    const received = await receiveAndProcess(world.admin, bai2(day, [['166', 120_00, 'ACH SETTLEMENT']]));
    expect(received).toMatchObject({
      status: 'review',
      entries: [
        {
          status: 'quarantined',
          bankFileId: unsure.id,
          reason: `${unsure.name} is not confirmed as sent. Resolve it on its own page, then dismiss this entry.`,
        },
      ],
    });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    expect((await loadBankFile(fileId)).statement).toBeUndefined();
  });

  it('leaves the sum of more files than one line settles for review', async () => {
    const { fileId, day } = await sentThree('204311');
    const file = await loadBankFile(fileId);
    for (let index = 1; index <= 15; index++) {
      const copy = {
        ...file,
        id: `${file.id}-${index}`,
        name: `${index}-${file.name}`,
        debit: 1_00,
        version: 0,
      };
      await transact(...bankFileChange(null, copy));
    }
    const { entries } = await receiveAndProcess(world.admin, bai2(day, [['166', 75_00, 'ACH SETTLEMENT']]));
    const reason =
      'It is the sum of 16 files, and at most 15 are settled by one line. Compare them with the bank, then dismiss this entry.';
    expect(entries).toMatchObject([{ status: 'quarantined', reason }]);
    expect(await loadBankFile(fileId)).toMatchObject({ status: 'submitted' });
  });

  it('without movements is processed and changes nothing', async () => {
    const text = bai2('410309', []);
    const { body } = await receive(world.admin, text, 'quiet.bai');
    const { message } = await runJob(body.jobId);
    expect(message).toBe('The statement is processed.');
    const params = { inboxFileId: body.inboxFileId };
    expect((await call(bankFiles.getReceived, world.admin, { params })).body).toMatchObject({
      kind: 'statement',
      status: 'done',
      entries: [],
    });
  });
});
