import { beforeAll, describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { approvals } from '../../shared/contracts/approvals.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank, statusesOf } from './received.ts';
import { givenPayments, setClockIn, threePayments, useBankWorld } from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();
let sent: string;
const payments = threePayments('204411');

beforeAll(async () => {
  setClockIn('204411');
  await givenPayments(payments);
  sent = (await sendToBank(world.admin, '204411')).text;
});

const received = (text: string) => receiveAndProcess(world.admin, text);
const withHeader = (text: string, destination: string, origin: string): string =>
  text.replace(/^101.{20}/, `101${destination.padStart(10)}${origin.padStart(10)}`);
const ofCompany = (text: string, company: string): string =>
  text.replaceAll(/^(5.{39}).{10}/gm, `$1${company.padEnd(10)}`);

const foreignOrigin = 'The origin of the file, 121042882, is not in the bank settings. Contact the bank.';
const foreignDestination =
  'The destination of the file, 121042882, is not in the bank settings. Contact the bank.';
const foreignCompany = 'The company of the batch, 9999999999, is not in the bank settings. Contact the bank.';

describe('a received file', () => {
  it.each([
    ['origin', (text: string) => withHeader(text, '091000022', '121042882'), foreignOrigin],
    ['destination', (text: string) => withHeader(text, '121042882', '091000022'), foreignDestination],
    ['company', (text: string) => ofCompany(text, '9999999999'), foreignCompany],
  ])('with a foreign %s is quarantined with its returns and changes', async (_, foreign, reason) => {
    const answers = [...replies(sent, ['R02']), ...replies(sent, [null, 'C01'], '1918171614'.padEnd(29))];
    const file = await received(foreign(fileFromBank(answers)));
    expect(file).toMatchObject({ status: 'review', applied: 0, quarantined: 2, open: 2 });
    expect(file.entries).toMatchObject([
      { status: 'quarantined', reason, code: 'R02', paymentId: null },
      { status: 'quarantined', reason, code: 'C01', paymentId: null },
    ]);
    const { body: open } = await call(bankFiles.listOpenEntries, world.admin, { query: { pageSize: 40 } });
    expect((open.items as { reason: string }[]).filter((entry) => entry.reason === reason)).toHaveLength(2);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });

  it('with an acknowledgement of another origin is quarantined, though date, modifier, and totals agree', async () => {
    const foreign = withHeader(acknowledgementFile(sent), '091000022', '121042882');
    const file = await received(foreign);
    expect(file).toMatchObject({ kind: 'acknowledgement', applied: 0, open: 1 });
    expect(file.entries).toMatchObject([{ status: 'quarantined', reason: foreignOrigin, bankFileId: null }]);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    expect((await received(acknowledgementFile(sent))).entries).toMatchObject([{ status: 'applied' }]);
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
  });

  it('with entries that are no returns gives tasks with their amounts', async () => {
    const { entries } = await received(withHeader(sent, '091000022', '121042882'));
    const { items } = (await call(approvals.list, world.admin, {})).body;
    const tasks = (items as { title: string; amount: number | null }[])
      .filter(({ title }) => title.startsWith('Decide about the entry of '))
      .map(({ amount }) => amount);
    expect(tasks).toEqual(expect.arrayContaining(entries.map(({ amount }: { amount: number }) => amount)));
    expect(tasks).not.toContain(0);
  });

  it('that continues with the file of another company applies only our entries', async () => {
    const ours = fileFromBank(replies(sent, ['R01']));
    const theirs = withHeader(fileFromBank(replies(sent, [null, 'R01'])), '091000022', '121042882');
    expect((await received(ours + theirs)).entries).toMatchObject([
      { status: 'applied' },
      { status: 'quarantined', reason: foreignOrigin },
    ]);
    expect(await statusesOf(payments)).toEqual([3, 1, 1]);
  });

  it.each([
    ['our company as destination', (text: string) => withHeader(text, '1411234567', '091000022')],
    ['the bank with a leading zero', (text: string) => withHeader(text, '0091000022', '0091000022')],
    ['the company without its leading digit', (text: string) => ofCompany(text, '411234567')],
    ['the company id of the flow', (text: string) => ofCompany(text, 'X411234567')],
    ['blank fields', (text: string) => ofCompany(withHeader(text, '', ''), '')],
  ])('with %s is applied', async (_, written) => {
    defined(environmentBankSettings).companyIds = { partnerWithdrawal: 'X411234567' };
    const file = await received(written(fileFromBank(replies(sent, [null, null, 'R01']))));
    defined(environmentBankSettings).companyIds = {};
    // the first of these files returns the payment, and the others repeat it
    expect(['applied', 'repeated']).toContain(file.entries[0].status);
    expect(await statusesOf(payments)).toEqual([3, 1, 3]);
  });
});
