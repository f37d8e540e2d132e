import { describe, expect, it } from 'vitest';
import { loadPaymentPlan } from '../../functions/bank-files/plan-files.ts';
import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { transact } from '../../functions/table/transact.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { allRunningJobs, runJob, runStep } from '../support/jobs.ts';
import { emailsTo } from '../support/mailbox.ts';
import { trailOf } from '../support/trail.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank, sendThree } from './received.ts';
import { givenPayments, setClock, setClockIn, somePayment, useBankWorld } from './runs.ts';
import { defined } from '../support/defined.ts';

const world = useBankWorld();

async function sentThree(period: string) {
  const sent = await sendThree(world.admin, period);
  const { name, hash, runHash } = (
    await call(bankFiles.get, world.admin, { params: { bankFileId: sent.fileId } })
  ).body;
  return { ...sent, payments: sent.payments.map(({ id }) => id), name, hash, runHash };
}

const settle = (inboxFileId: string, position: number, body: object) =>
  call(bankFiles.settleEntry, world.admin, { params: { inboxFileId, position }, body });

const emailsOfPartner = async (): Promise<string[][]> =>
  (await emailsTo('office1@partner.test')).map(({ subject, body }) => [subject, ...body.text.split('\n\n')]);

const who = 'user-admin';
const statusChanged = (from: number, after: object, by = who) => ({
  name: 'payment status changed',
  who: by,
  before: { status: from },
  after,
});

describe('the audit trail', () => {
  it('contains every step of a bank file and its payments, with the user', async () => {
    const { payments, text, fileId, name, hash, runHash } = await sentThree('206103');
    await receiveAndProcess(world.admin, acknowledgementFile(text), 'ack.txt');
    setClock('2061-06-20T15:00:00Z');
    for (const id of await beginSettlements(now())) await runJob(id);
    const file = { name, fileHash: hash };
    const plan = await loadPaymentPlan(runHash);
    expect(await trailOf(`bank file preview ${plan?.inputDigest}`)).toEqual([
      {
        name: 'bank accounts opened for a bank file',
        who,
        after: { purpose: 'preview', bankFlow: 'partnerWithdrawal', payments: 3 },
      },
    ]);
    expect(await trailOf(`bank run ${runHash}`)).toEqual([
      { name: 'bank file prepared', who, after: { bankFlow: 'partnerWithdrawal', payments: 3, files: 1 } },
      { name: 'bank file started', who, after: { files: [{ id: fileId, ...file }] } },
    ]);
    expect(await trailOf(`bank file ${fileId}`)).toEqual([
      { name: 'bank accounts opened for a bank file', who, after: { purpose: 'sending', payments: 3 } },
      { name: 'bank file attempted', who, after: { ...file, attempts: 1 } },
      { name: 'bank file delivered', who, after: file },
      { name: 'bank file sent', who, after: { ...file, payments: 3 } },
      { name: 'bank file acknowledged', who, after: { name } },
      { name: 'bank file settled', who: 'bank file settlement', after: { name } },
    ]);
    for (const id of payments)
      expect(await trailOf(`payment ${id}`)).toEqual([
        statusChanged(0, { status: 2, bankFileId: fileId }),
        statusChanged(2, { status: 1, bankFileId: fileId }),
        statusChanged(1, { status: 5, bankFileId: fileId }, 'bank file settlement'),
      ]);
  });

  it('contains returns, notifications, and an administrator’s decisions', async () => {
    const { payments, text, fileId } = await sentThree('206203');
    const back = fileFromBank(replies(text, ['R01', 'R02', 'R29'])).replace('0000001000', '0000001001');
    const { id, entries } = await receiveAndProcess(world.admin, back, 'monday.ach');
    expect((await settle(id, 1, { action: 'dismiss', note: 'A mistake of the bank.' })).body).toEqual({
      success: true,
      message: 'Your decision was saved.',
    });
    await settle(id, 3, { action: 'close', note: 'The partner was called.' });
    const decided = (position: number, code: string, amount: number, note: string) => ({
      who,
      after: { position, code, amount, note },
    });
    expect(await trailOf(`inbox file ${id}`)).toEqual([
      { name: 'bank file received', who, after: { name: 'monday.ach', kind: 'returns', entryCount: 3 } },
      { name: 'payee told of a return', who, after: { position: 2, code: 'R02', notice: 'sent' } },
      { name: 'payee told of a return', who, after: { position: 3, code: 'R29', notice: 'sent' } },
      {
        name: 'bank entry dismissed',
        before: { status: 'quarantined' },
        ...decided(1, 'R01', 10_01, 'A mistake of the bank.'),
      },
      {
        name: 'bank case closed',
        before: { status: 'case' },
        ...decided(3, 'R29', 30_00, 'The partner was called.'),
      },
    ]);
    const sent = statusChanged(0, { status: 2, bankFileId: fileId });
    const [first, second, third] = payments;
    const traces = entries.map(({ originalTrace }: { originalTrace: string }) => originalTrace);
    expect(await trailOf(`payment ${first}`)).toEqual([sent]);
    expect(await trailOf(`payment ${second}`)).toEqual([
      sent,
      statusChanged(2, { status: 3, code: 'R02', trace: traces[1] }),
    ]);
    expect(await trailOf(`payment ${third}`)).toEqual([
      sent,
      statusChanged(2, { status: 3, code: 'R29', trace: traces[2] }),
    ]);
    expect(await trailOf(`bank account payee-${second}`)).toEqual([
      { name: 'bank account held', who, after: { code: 'R02', lastFour: '2032' } },
    ]);
    expect(await trailOf(`bank account payee-${third}`)).toEqual([
      { name: 'debit authorization ended', who, after: { code: 'R29', lastFour: '2033' } },
    ]);
    expect(await emailsOfPartner()).toContainEqual([
      'Update your bank account',
      'Hello Jo,',
      'Your bank returned a payment of $20.00 because the account ending in 2032 cannot be used. The payment did not go through.',
      'Send us new bank details, and we will try again soon.',
      `Go to Wellport: ${process.env.SITE_ADDRESS}/`,
      expect.stringMatching(/^You receive this email because .+ Get help: http/),
    ]);
  });

  it('contains one event per held account, and the recipients for an assigned return', async () => {
    const period = '206403';
    setClockIn(period);
    const payments = [1, 2].map((index) =>
      somePayment(`H${index}`, { periodId: period, amountToBeSent: 1000 * index, payeeToken: 'payee-held' }),
    );
    await givenPayments(payments.slice(0, 1));
    await transact(...paymentChange(null, defined(payments[1])));
    const { text } = await sendToBank(world.admin, period);
    const [first, second] = replies(text, ['R02', 'R02']);
    const { trace } = defined(second).entry;
    const odd = { ...defined(second), entry: { ...defined(second).entry, trace: '091000029999999' } };
    const { id } = await receiveAndProcess(world.admin, fileFromBank([defined(first), odd]));
    const held = [{ name: 'bank account held', who, after: { code: 'R02', lastFour: '0001' } }];
    expect(await trailOf('bank account payee-held')).toEqual(held);
    const assigned = await settle(id, 2, { action: 'assign', note: 'The bank says so.', trace });
    expect(assigned.body).toMatchObject({ success: true });
    const [job] = await allRunningJobs();
    expect(job).toMatchObject({ kind: 'bank inbox' });
    await runStep(defined(job).id);
    expect(await loadJob(defined(job).id)).toMatchObject({ done: 0, message: 'Telling the payee.' });
    await runJob(defined(job).id);
    expect(await trailOf('bank account payee-held')).toEqual(held);
    const { entries } = (await call(bankFiles.getReceived, world.admin, { params: { inboxFileId: id } }))
      .body;
    expect(entries).toMatchObject([
      { status: 'applied', notice: 'sent' },
      { status: 'applied', notice: 'sent' },
    ]);
  });

  it('contains the bank’s corrections and assigned returns', async () => {
    const { payments, text } = await sentThree('206303');
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['C02'], '091000022')), 'change.ach');
    const account = { bankAccountType: 0, lastFour: '3031' };
    expect(await trailOf(`bank account payee-${payments[0]}`)).toEqual([
      {
        name: 'bank account corrected',
        who,
        before: { ...account, routingLastFour: '0019' },
        after: { ...account, routingLastFour: '0022', code: 'C02' },
      },
    ]);
    const unknownReturn = await receiveAndProcess(world.admin, fileFromBank(replies(text, [null, 'R99'])));
    expect(unknownReturn.entries).toMatchObject([{ reason: 'The return code R99 is unknown.' }]);
    await settle(unknownReturn.id, 1, { action: 'assign', note: 'It is closed.' });
    expect((await trailOf(`inbox file ${unknownReturn.id}`)).slice(1)).toEqual([
      {
        name: 'bank entry assigned',
        who,
        before: { status: 'quarantined' },
        after: { position: 1, code: 'R99', amount: 20_00, note: 'It is closed.' },
      },
    ]);
    expect(await emailsOfPartner()).toContainEqual([
      'Your bank corrected your account details',
      'Hello Jo,',
      'Your bank sent us new details for the account ending in 3031, and we use them from now on.',
      'You do not need to do anything. If you did not expect this, log in and check your account.',
      `Go to Wellport: ${process.env.SITE_ADDRESS}/`,
      expect.stringMatching(/^You receive this email because .+ Get help: http/),
    ]);
  });
});
