import { beforeAll, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import { call, type Sent } from '../support/call.ts';
import { workbookLines } from '../support/workbook-lines.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank } from './received.ts';
import {
  check,
  finishEverything,
  giveAccount,
  givenPayments,
  pin,
  send,
  setClock,
  somePayment,
  threePayments,
  useBankWorld,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
let sent: { text: string; fileId: string };
const payments = threePayments('204011');

beforeAll(async () => {
  setClock('2040-11-20T15:00:00Z');
  await givenPayments(payments);
  sent = await sendToBank(world.admin, '204011');
});

/** Returns a workbook’s name and its rows by title; amounts are in dollars, and totals are last. */
async function workbook(endpoint: Endpoint, request: Sent = {}) {
  const { bytes, status, body, headers } = await call(endpoint, world.admin, request);
  expect(status, JSON.stringify(body)).toBe(200);
  const { rows } = await readSheet(bytes, 'list.xlsx', { maxBytes: 1_000_000, tooLarge: '' });
  const [, name] = /filename="([^"]+)"/.exec(String(headers['content-disposition'])) ?? [];
  return { name, rows: rows.map(({ cells }) => cells) };
}

it('the bank files include amounts, dates, and users', async () => {
  const { items } = (await call(bankFiles.list, world.admin, {})).body;
  expect(items).toMatchObject([{ id: sent.fileId, sentByName: 'Ada Okafor' }]);
  const { name, hash } = (await call(bankFiles.get, world.admin, { params: { bankFileId: sent.fileId } }))
    .body;
  expect(await workbook(bankFiles.downloadFiles)).toEqual({
    name: 'Bank files.xlsx',
    rows: [
      {
        File: name,
        Payments: 'Partner withdrawals',
        Status: 'Sent to US Bank',
        Entries: '3',
        Debits: '60',
        Credits: '0',
        Effective: '2040-11-21',
        Sent: '2040-11-20',
        'Sent by': 'Ada Okafor',
        'SHA-256': hash,
      },
      {
        File: 'Total',
        Payments: '',
        Status: '',
        Entries: '3',
        Debits: '60',
        Credits: '0',
        Effective: '',
        Sent: '',
        'Sent by': '',
        'SHA-256': '',
      },
    ],
  });
});

it('received files include the results of their entries, and entries to review include their reasons', async () => {
  const text = fileFromBank(replies(sent.text, ['R01', 'R99', 'R03'])).replace('0000001000', '0000001001');
  const { id } = await receiveAndProcess(world.admin, text, 'monday.ach');
  const counts = { Entries: '3', Processed: '1', Repeated: '0', 'To review': '2' };
  expect(await workbook(bankFiles.downloadReceived)).toEqual({
    name: 'Received files.xlsx',
    rows: [
      {
        File: 'monday.ach',
        Kind: 'Returns',
        Status: 'Needs review',
        Received: '2040-11-20',
        ...counts,
        'SHA-256': id,
      },
      { File: 'Total', Kind: '', Status: '', Received: '', ...counts, 'SHA-256': '' },
    ],
  });
  const waits = { Received: '2040-11-20', Deadline: '' };
  expect(await workbook(bankFiles.downloadOpenEntries)).toEqual({
    name: 'To review.xlsx',
    rows: [
      {
        Code: 'R01',
        Name: 'Company P2040111',
        Account: '0111',
        'Trace number': '091000020000001',
        Amount: '10.01',
        Why: 'The amount differs: we sent $10.00 with this trace number.',
        ...waits,
      },
      {
        Code: 'R99',
        Name: 'Company P2040112',
        Account: '0112',
        'Trace number': '091000020000002',
        Amount: '20',
        Why: 'The return code R99 is unknown.',
        ...waits,
      },
      {
        Code: 'Total',
        Name: '',
        Account: '',
        'Trace number': '',
        Amount: '30.01',
        Why: '',
        Received: '',
        Deadline: '',
      },
    ],
  });
});

it('the entries of sent and received files include their meaning', async () => {
  const { name } = (await call(bankFiles.get, world.admin, { params: { bankFileId: sent.fileId } })).body;
  const line = (index: number, amount: string) => ({
    Name: `Company P204011${index}`,
    Account: `011${index}`,
    'Trace number': `09100002000000${index}`,
    'Account validated': '',
    Amount: amount,
  });
  const total = { Account: '', 'Trace number': '', 'Account validated': '', Amount: '60' };
  const inSentFile = await workbook(bankFiles.downloadFileEntries, { params: { bankFileId: sent.fileId } });
  expect(inSentFile).toEqual({
    name: `Entries of ${name}.xlsx`,
    rows: [line(1, '10'), line(2, '20'), line(3, '30'), { Name: 'Total', ...total }],
  });
  const { id, name: received } = (await call(bankFiles.listReceived, world.admin, {})).body.items[0];
  const { rows, ...file } = await workbook(bankFiles.downloadReceivedEntries, {
    params: { inboxFileId: id },
  });
  expect(file).toEqual({ name: `Entries of ${received}.xlsx` });
  expect(rows.map((row) => [row.Code, row.Name, row.Status, row['What happened'], row.Amount])).toEqual([
    [
      'R01',
      'Company P2040111',
      'In quarantine',
      'The amount differs: we sent $10.00 with this trace number.',
      '10.01',
    ],
    ['R99', 'Company P2040112', 'In quarantine', 'The return code R99 is unknown.', '20'],
    ['R03', 'Company P2040113', 'Processed', expect.stringContaining('No such account'), '30'],
    ['Total', '', '', '', '60.01'],
  ]);
});

it('the entries of a return rate include reason and date, with their sum', async () => {
  const returned = async (measure: string) => {
    const query = { bankFlow: 'partnerWithdrawal', measure };
    const { bytes, headers } = await call(bankFiles.downloadReturnedEntries, world.admin, { query });
    expect(headers['content-disposition']).toContain('"Returned entries.xlsx"');
    return workbookLines(bytes);
  };
  const lines = await returned('administrative');
  expect(lines.slice(0, 2)).toEqual([
    ['Payments', 'Partner withdrawals'],
    ['Rate', 'Administrative'],
  ]);
  expect(lines.slice(-2)).toEqual([
    ['Company P2040113', '0113', 'R03', 'No such account', expect.any(String), '091000020000003', '30'],
    ['Total', '30'],
  ]);
  expect((await returned('unauthorized')).length).toBe(lines.length - 1);
});

it('waiting accounts include owner, reason, and date', async () => {
  const { prenotes } = defined(environmentBankSettings);
  prenotes.partnerWithdrawal = true;
  await givenPayments([somePayment('P-ASKED', { periodId: '204012', amountToBeSent: 50_00 })]);
  await call(bankFiles.sendPrenotes, world.admin, { body: { bankFlow: 'partnerWithdrawal', pin } });
  await finishEverything();
  prenotes.partnerWithdrawal = false;
  const facility = somePayment('P9', {
    kind: 'facility',
    periodId: '204012',
    payeeToken: 'payee-facility-4100',
  });
  await giveAccount(facility, '500600700', 'Harbor Gym');
  const entered = { Entered: '2040-11-20' };
  expect(await workbook(bankFiles.downloadWaitingAccounts)).toEqual({
    name: 'Waiting accounts.xlsx',
    rows: [
      {
        'Name on account': 'Company P-ASKED',
        Account: '0000',
        Whose: 'Partner',
        Payments: 'Partner withdrawals',
        Status: 'Prenote sent',
        ...entered,
        'Used from': '2040-11-27',
      },
      {
        'Name on account': 'Company P2040113',
        Account: '0113',
        Whose: 'Partner',
        Payments: '',
        Status: 'Refused by the bank',
        ...entered,
        'Used from': '',
      },
      {
        'Name on account': 'Harbor Gym',
        Account: '0700',
        Whose: 'Facility',
        Payments: '',
        Status: 'Replaced, waits',
        ...entered,
        'Used from': '2040-11-21',
      },
    ],
  });
});

it('files awaiting a second administrator include amounts and reasons', async () => {
  const { twoPersons } = defined(environmentBankSettings);
  defined(environmentBankSettings).twoPersons = { ...twoPersons, above: 25_000_00 };
  await givenPayments([somePayment('P-LARGE', { periodId: '204101', amountToBeSent: 30_000_00 })]);
  const { hash } = (await check(world.admin, '204101')).body;
  expect((await send(world.admin, '204101', hash)).body).toMatchObject({ jobId: null });
  defined(environmentBankSettings).twoPersons = twoPersons;
  expect(await workbook(bankFiles.downloadApprovals)).toEqual({
    name: 'Waiting for approval.xlsx',
    rows: [
      {
        Payments: 'Partner withdrawals',
        Month: 'January 2041',
        Entries: '1',
        Total: '30000',
        Reasons: 'The total is above $25,000.00.',
        'Confirmed by': 'Ada Okafor',
        Effective: '2040-11-21',
      },
      {
        Payments: 'Total',
        Month: '',
        Entries: '1',
        Total: '30000',
        Reasons: '',
        'Confirmed by': '',
        Effective: '',
      },
    ],
  });
});
