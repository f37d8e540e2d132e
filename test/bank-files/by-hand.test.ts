import { beforeEach, describe, expect, it } from 'vitest';
import { announceHandler as announce } from '../../functions/approvals/handlers.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { receiveBankFile } from '../../functions/bank-files/inbox/receive.ts';
import { now } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/time-and-chance.ts';
import type { User } from '../../functions/users/user.ts';
import { impossibleReturn } from '../../shared/bank-files/possible-return.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { proofHeader } from '../../shared/users/step-up.ts';
import { call } from '../support/call.ts';
import { defined } from '../support/defined.ts';
import { runJob } from '../support/jobs.ts';
import { mailsTo } from '../users/person.ts';
import { fileFromBank, receive, receiveAndProcess, replies, sendThree, statusesOf } from './received.ts';
import { useTwoAdministrators } from './runs.ts';

const [world, other] = useTwoAdministrators();
const settings = defined(environmentBankSettings);
const open = { above: null, entryAbove: null, dayAbove: null, forNewAccounts: false, allowsOne: true };
beforeEach(() => {
  settings.twoPersons = { ...open };
});

let announcements = 0;
/** Announces the waiting work, each time a quarter of an hour later, and returns the last email. */
async function announcedTo({ email }: User): Promise<string | undefined> {
  announcements += 1;
  await announce({ time: new Date(now().getTime() + announcements * 20 * 60_000).toISOString() });
  return (await mailsTo(email)).at(-1);
}

let month = 0;
const nextPeriod = () => `2028${String((month += 1)).padStart(2, '0')}`;
const assign = (as: User, inboxFileId: string, trace?: string, sent: object = {}) =>
  call(bankFiles.settleEntry, as, {
    params: { inboxFileId, position: 1 },
    body: { action: 'assign', note: 'The bank called.', ...(trace && { trace }) },
    ...sent,
  });
const tokenOnly = { headers: { [proofHeader]: '' } };

it('rejects bank data, assignments, resolutions, and reversals with a token but no proof', async () => {
  const { text, fileId } = await sendThree(world.admin, nextPeriod());
  const file = { name: 'own.ach', bytes: Buffer.from(fileFromBank(replies(text, ['R01'])), 'latin1') };
  const upload = await call(bankFiles.receiveReturns, world.admin, {
    body: {},
    files: { file },
    ...tokenOnly,
  });
  expect(upload.status).toBe(428);
  const params = { bankFileId: fileId };
  const reverse = { params, body: { reason: 'duplicate', note: 'Sent twice by mistake.' }, ...tokenOnly };
  expect((await call(bankFiles.reverseFile, world.admin, reverse)).status).toBe(428);
  const resolve = { params, body: { outcome: 'arrived', note: 'The bank has it.' }, ...tokenOnly };
  expect((await call(bankFiles.resolveFile, world.admin, resolve)).status).toBe(428);
  expect((await assign(world.admin, 'a'.repeat(64), undefined, tokenOnly)).status).toBe(428);
});

describe('an uploaded file above the limits', () => {
  it('reopens no payment before another administrator adds the same file', async () => {
    const { text, payments } = await sendThree(world.admin, nextPeriod());
    settings.twoPersons.entryAbove = 1;
    const returns = fileFromBank(replies(text, ['R01', 'R01', 'R01']));
    const first = await receive(world.admin, returns);
    expect(first.body).toMatchObject({
      jobId: null,
      message: expect.stringContaining('Another administrator'),
    });
    expect((await receive(world.admin, returns)).body.jobId).toBeNull();
    expect(await announcedTo(other)).toContain('a second time to approve it');
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    const { jobId } = (await receive(other, returns)).body;
    await runJob(jobId);
    expect(await statusesOf(payments)).toEqual([3, 3, 3]);
  });

  it('adds all uploads of the day, so that slices reach the limit', async () => {
    const { text, payments } = await sendThree(world.admin, nextPeriod());
    settings.twoPersons.dayAbove = 40_00;
    await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01', null, null])));
    await receiveAndProcess(world.admin, fileFromBank(replies(text, [null, 'R01', null])));
    const last = await receive(world.admin, fileFromBank(replies(text, [null, null, 'R01'])));
    expect(last.body.jobId).toBeNull();
    expect(await statusesOf(payments)).toEqual([3, 3, 2]);
  });

  it('changes no account before another administrator adds the same file', async () => {
    const { text } = await sendThree(world.admin, nextPeriod());
    settings.twoPersons.forNewAccounts = true;
    const change = fileFromBank(replies(text, ['C01'], '998877665'));
    expect((await receive(world.admin, change)).body.jobId).toBeNull();
  });

  it('is processed immediately when the bank delivers it', async () => {
    const { text } = await sendThree(world.admin, nextPeriod());
    settings.twoPersons.entryAbove = 1;
    const returns = fileFromBank(replies(text, ['R01']));
    await receive(world.admin, returns);
    const bytes = Buffer.from(returns, 'latin1');
    const bank = { userId: 'the bank', uploader: undefined, now: now(), newId };
    expect((await receiveBankFile({ name: 'returns.ach', bytes }, bank)).jobId).not.toBeNull();
  });
});

describe('an assignment', () => {
  const quarantined = async (code = 'R01') => {
    const sent = await sendThree(world.admin, nextPeriod());
    const [reply] = replies(sent.text, [code]);
    const { entry } = defined(reply);
    const trace = entry.trace;
    const strange = { ...defined(reply), entry: { ...entry, trace: '091000029999999' } };
    const { id } = await receiveAndProcess(world.admin, fileFromBank([strange]));
    return { ...sent, id, trace };
  };

  it('above the limits changes nothing before another administrator makes the same one', async () => {
    const { id, trace, payments } = await quarantined();
    settings.twoPersons.entryAbove = 1;
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect((await assign(world.admin, id, trace)).body.message).toContain('Another administrator must');
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    expect(await announcedTo(other)).toContain(`Assigned to trace number ${trace}.`);
    expect((await assign(other, id, trace)).body.message).toContain('saved');
    expect(await statusesOf(payments)).toEqual([3, 2, 2]);
  });

  it('with a return code that the original entry cannot have is rejected', async () => {
    const { id, trace, payments } = await quarantined('R23');
    const { status, body } = await assign(world.admin, id, trace);
    expect([status, body.message]).toEqual([422, expect.stringContaining('R23 is a return code of credits')]);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });

  it('to another entry than the returned one is rejected', async () => {
    const { text } = await sendThree(world.admin, nextPeriod());
    const [reply, second] = replies(text, ['R10', 'R10']);
    const { id } = await receiveAndProcess(world.admin, fileFromBank([defined(reply)]));
    const { status, body } = await assign(world.admin, id, defined(second).entry.trace);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['trace']]);
  });
});

it('quarantines a return code that the original entry cannot have', async () => {
  const { text, payments } = await sendThree(world.admin, nextPeriod());
  const { entries } = await receiveAndProcess(
    world.admin,
    fileFromBank(replies(text, ['R07', 'R23', 'R29'])),
  );
  expect(entries.map(({ status }: { status: string }) => status)).toEqual([
    'quarantined',
    'quarantined',
    'case',
  ]);
  expect(await statusesOf(payments)).toEqual([2, 2, 3]);
});

it.each<[string, Parameters<typeof impossibleReturn>[1], boolean]>([
  ['R01', { bankFlow: 'memberDues' }, false],
  ['R01', { bankFlow: 'memberDues', purpose: 'prenote' }, true],
  ['R01', { bankFlow: 'memberReimbursement' }, true],
  ['R01', { bankFlow: 'memberReimbursement', purpose: 'reversal' }, false],
  ['R03', { bankFlow: 'memberReimbursement', purpose: 'prenote' }, false],
  ['R10', { bankFlow: 'memberDues' }, false],
  ['R10', { bankFlow: 'partnerWithdrawal' }, true],
  ['R05', { bankFlow: 'memberDues' }, true],
  ['R29', { bankFlow: 'partnerWithdrawal' }, false],
  ['R23', { bankFlow: 'facilityDeposit' }, false],
  ['R23', { bankFlow: 'memberDues' }, true],
])('%s of %j is impossible: %s', (code, sent, isImpossible) => {
  expect(impossibleReturn(code, sent) !== undefined).toBe(isImpossible);
});
