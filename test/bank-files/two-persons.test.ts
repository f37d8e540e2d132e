import { beforeEach, describe, expect, it } from 'vitest';
import { announceHandler as announce } from '../../functions/approvals/handlers.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { loadBankFile, loadBankFiles } from '../../functions/bank-files/store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { sha256 } from '../../functions/platform/digest.ts';
import { now } from '../../functions/platform/clock.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { eachItem } from '../../functions/table/table.ts';
import { keys } from '../../functions/table/keys.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { limitError, reasonsForTwo, type RunSummary } from '../../shared/bank-files/split-entries.ts';
import { bankSettings, maskBankFile } from '../../shared/bank-files/bank-settings.ts';
import { approvals as approvalList } from '../../shared/contracts/approvals.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { addDays, periodStart } from '../../shared/calendar.ts';
import { corrected } from '../../shared/payments/correction.ts';
import { checkNachaFile } from '../../shared/bank-files/nacha/check-file.ts';
import { readNachaFile } from '../../shared/bank-files/nacha/read-file.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import { call } from '../support/call.ts';
import { mailsTo } from '../users/person.ts';
import { trailOf } from '../support/trail.ts';
import { someMember } from '../support/builders.ts';
import { settings as someSettings } from './bank-fixtures.ts';
import { statusesOf } from './received.ts';
import {
  check,
  finishEverything,
  giveAccount,
  givenPayments,
  outboxNames,
  outboxText,
  partnerQuery,
  paymentsAsStored,
  pin,
  send,
  setClock,
  somePayment,
  threePayments,
  useTwoAdministrators,
} from './runs.ts';
import { defined } from '../support/defined.ts';
import { sized } from '../support/sized.ts';

const facts: RunSummary = {
  filesToday: 0,
  files: [1000_00],
  highestEntry: 500_00,
  startedToday: 0,
  newAccounts: 0,
  changedAccounts: 0,
  sameAs: [],
};
const rules = bankSettings.parse({ ...someSettings });

describe('the two-administrator rule', () => {
  it('allows one administrator to send small, known files', () => {
    expect(reasonsForTwo(rules, facts)).toEqual([]);
  });

  it.each([
    [{ files: [20_000_00, 5_000_01] }, 'The total is above $25,000.00.'],
    [{ highestEntry: 10_000_01 }, 'A payment is above $10,000.00.'],
    [{ startedToday: 99_000_01 }, 'Today’s files total more than $100,000.00.'],
    [{ newAccounts: 1 }, 'An account is used for the first time.'],
    [{ newAccounts: 1200 }, '1,200 accounts are used for the first time.'],
    [{ changedAccounts: 1 }, 'An account changed since the last file.'],
    [{ changedAccounts: 2 }, '2 accounts changed since the last file.'],
    [{ sameAs: ['a.ach'] }, 'The same accounts and amounts on the same day are in a.ach.'],
  ])('requires a second administrator where %j', (overrides, reason) => {
    expect(reasonsForTwo(rules, { ...facts, ...overrides })).toEqual([reason]);
  });

  it('accepts an amount at the exact limit', () => {
    const atLimits = { ...facts, files: [25_000_00], highestEntry: 10_000_00, startedToday: 75_000_00 };
    expect(reasonsForTwo(rules, atLimits)).toEqual([]);
  });

  it('requires no second administrator if a setting allows it, except for a repeated file', () => {
    const off = { above: null, entryAbove: null, dayAbove: null, forNewAccounts: false, allowsOne: false };
    const much = { ...facts, files: [9e9], highestEntry: 9e9, newAccounts: 5, changedAccounts: 5 };
    expect(reasonsForTwo({ ...rules, twoPersons: off }, much)).toEqual([]);
    expect(reasonsForTwo({ ...rules, twoPersons: off }, { ...much, sameAs: ['a.ach'] })).toHaveLength(1);
  });

  it('rejects what the bank does not accept, regardless of confirmations', () => {
    const limits = { entry: null, file: 1000_00, day: 1500_00 };
    expect(limitError({ ...rules, limits }, facts)).toBeUndefined();
    expect(limitError({ ...rules, limits }, { ...facts, startedToday: 500_00 })).toBeUndefined();
    expect(limitError({ ...rules, limits }, { ...facts, files: [1, 1000_01] })).toContain(
      'at most $1,000.00 per file',
    );
    expect(limitError({ ...rules, limits }, { ...facts, startedToday: 500_01 })).toContain(
      'at most $1,500.00 per day',
    );
  });
});

const [world, other] = useTwoAdministrators();
const settings = defined(environmentBankSettings);
beforeEach(() => {
  settings.twoPersons = {
    above: 100_00,
    entryAbove: null,
    dayAbove: null,
    forNewAccounts: false,
    allowsOne: false,
  };
  settings.limits = { entry: null, file: null, day: null };
});

let month = 0;
/** Creates three payments of $60 in a separate month, on a separate day. */
async function newRun(times = 1) {
  month += 1;
  const period = `${2081 + Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
  setClock(`${period.slice(0, 4)}-${period.slice(4)}-11T15:00:00Z`);
  const payments = threePayments(period).map((item) => ({
    ...item,
    totalPayment: 10_000_00,
    amountToBeSent: item.amountToBeSent * times,
  }));
  await givenPayments(payments);
  return { period, payments };
}
async function newDues(periodId: string): Promise<Payment[]> {
  setClock(`${addDays(periodStart(periodId), -6)}T15:00:00Z`);
  const id = `dues-${periodId}`;
  const active = { invitationStatus: 4, enrolledOn: '2081-01-01', activatedOn: '2081-01-01' } as const;
  await transact(...memberChange(null, someMember(id, '1', active)));
  const dues = somePayment<'member'>(`M-2-6-1-${id}-${periodId}`, {
    kind: 'member',
    programPaymentTypeId: 2,
    paymentTypeId: 6,
    partnerId: '1',
    memberId: id,
    periodId,
    totalPayment: 150_00,
    amountToBeSent: 150_00,
  });
  await givenPayments([dues]);
  return [dues];
}
const duesQuery = (periodID: string) => ({ programPaymentTypeID: 2, paymentTypeID: 6, periodID });
const checkDues = (period: string) =>
  call(bankFiles.checkMemberPayments, world.admin, { query: duesQuery(period) });
const sendDues = (as: User, period: string, hash: string) =>
  call(bankFiles.sendMemberPayments, as, { body: { ...duesQuery(period), pin, hash } });
const approvals = async (as: User) => (await call(bankFiles.listApprovals, as, {})).body.items;

async function hitsOf(id: string): Promise<number | null> {
  const { rules } = (await call(bankFiles.getFraudMonitoring, world.admin, {})).body;
  return defined((rules as { id: string; hits: number | null }[]).find((rule) => rule.id === id)).hits;
}

describe('a run that needs two administrators', () => {
  it('is sent by the second with their PIN, for the hash that the first confirmed', async () => {
    const { period, payments } = await newRun(2);
    const { body: checked } = await check(world.admin, period);
    expect(checked.approval).toMatchObject({
      reasons: ['The total is above $100.00.'],
      needsNote: false,
      askedByName: null,
    });
    const before = await outboxNames();
    const [second, repeated] = [defined(await hitsOf('second')), defined(await hitsOf('repeated'))];
    const approval = await send(world.admin, period, checked.hash);
    expect(approval).toMatchObject({ status: 200, body: { success: true, jobId: null, hash: checked.hash } });
    expect((await send(world.admin, period, checked.hash)).body).toEqual(approval.body);
    expect((await check(world.admin, period)).body.approval).toMatchObject({ isRequestedByCaller: true });
    await finishEverything();
    expect(await outboxNames()).toEqual(before);
    expect(await statusesOf(payments)).toEqual([0, 0, 0]);

    // the other administrators are emailed once
    await announce({ time: now().toISOString() });
    await announce({ time: now().toISOString() });
    const isAbout = (text: string) => text.includes(`Approve 3 payments: `) && text.includes('$120.00');
    expect((await mailsTo(other.email)).filter(isAbout)).toHaveLength(1);
    expect((await mailsTo(world.admin.email)).filter(isAbout)).toEqual([]);
    const waiting = async (user: User) =>
      (await call(approvalList.list, user)).body.items.filter(
        ({ kind }: { kind: string }) => kind === 'bankFile',
      );
    expect(await waiting(other)).toMatchObject([
      {
        path: expect.stringContaining('review=open'),
        amount: 120,
        askedByName: 'Ada Okafor',
        waitsFor: null,
      },
    ]);
    expect(await waiting(world.admin)).toMatchObject([{ waitsFor: 'Another administrator' }]);
    expect(await approvals(other)).toMatchObject([
      {
        hash: checked.hash,
        amount: 120,
        paymentCount: 3,
        askedByName: 'Ada Okafor',
        isRequestedByCaller: false,
      },
    ]);
    expect((await check(other, period)).body).toMatchObject({
      hash: checked.hash,
      approval: { askedByName: 'Ada Okafor', isRequestedByCaller: false },
    });
    expect(await send(other, period, checked.hash, { pin: '111111' })).toMatchObject({ status: 422 });
    const sent = await send(other, period, checked.hash);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    expect(sent.body.jobId).toEqual(expect.any(String));
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    const file = sent.body.files[0].id;
    expect(await loadBankFile(file)).toMatchObject({ sentBy: world.admin.id, approvedBy: other.id });
    expect(await approvals(other)).toEqual([]);
    const events: unknown[] = [];
    for await (const { name, who } of eachItem(keys.audit(`bank run ${checked.hash}`, '', '').pk))
      events.push([name, who]);
    expect(events).toContainEqual(['bank file approval asked for', world.admin.id]);
    expect(events).toContainEqual(['bank file approved', other.id]);
    // requested twice and confirmed, it is one hit, and no hit of a repeated file
    expect([await hitsOf('second'), await hitsOf('repeated')]).toEqual([second + 1, repeated]);
    expect((await send(world.admin, period, checked.hash)).body).toEqual(sent.body);
  });

  it('is void after any change: the second cannot send the first hash, and both start again', async () => {
    const { period, payments } = await newRun(2);
    const { body: checked } = await check(world.admin, period);
    await send(world.admin, period, checked.hash);
    const [first] = await paymentsAsStored(payments);
    await transact(
      ...paymentChange(defined(first), corrected(defined(first), defined(first).amountToBeSent + 1)),
    );
    expect(await send(other, period, checked.hash)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Nothing was sent.') },
    });
    expect(await approvals(other)).toMatchObject([{ hash: checked.hash }]);
    // as the page of the payments
    const query = { ...partnerQuery(period), onlyAvailability: true };
    await call(bankFiles.checkPartnerWithdrawal, other, { query });
    expect(await approvals(other)).toEqual([]);
    const { body: changed } = await check(other, period);
    expect(changed.hash).not.toBe(checked.hash);
    expect(changed.approval).toMatchObject({ askedByName: null });
    expect(await send(other, period, changed.hash)).toMatchObject({ body: { jobId: null } });
    expect(await approvals(world.admin)).toMatchObject([{ hash: changed.hash, askedByName: 'Bo Lind' }]);
    expect(await send(world.admin, period, changed.hash)).toMatchObject({ status: 200 });
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });

  it('does not void an approval of another month', async () => {
    const first = await newRun(2);
    const { hash } = (await check(world.admin, first.period)).body;
    await send(world.admin, first.period, hash);
    const there = now().toISOString();
    const second = await newRun(2);
    setClock(there);
    const { body } = await check(world.admin, second.period);
    expect(await send(world.admin, second.period, body.hash)).toMatchObject({
      body: {
        jobId: null,
        message: 'Another administrator must confirm this file with the PIN today. Nothing was sent yet.',
      },
    });
    const waiting = (await approvals(other)) as { hash: string }[];
    expect(new Set(waiting.map((item) => item.hash))).toEqual(new Set([hash, body.hash]));
  });

  it('is sent once for concurrent confirmations', async () => {
    const { period, payments } = await newRun(2);
    const { hash } = (await check(world.admin, period)).body;
    const before = await outboxNames();
    const answers = await Promise.all([
      send(world.admin, period, hash),
      send(world.admin, period, hash),
      send(other, period, hash),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    await Promise.all([
      send(other, period, hash),
      send(other, period, hash),
      send(world.admin, period, hash),
    ]);
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    expect(await outboxNames()).toHaveLength(before.length + 1);
  });
});

/** Masks modifier, trace numbers, and accounts of a file: the content of a confirmed preview. */
const contentOf = (text: string): string =>
  maskBankFile(text)
    .split('\n')
    .map((line, index) => {
      if (index === 0) return line.slice(0, 33) + '#' + line.slice(34);
      return line.startsWith('6') ? line.slice(0, 87) + '#'.repeat(7) : line;
    })
    .join('\n');

describe('several runs that await approval on one day', () => {
  it('are sent one after another, each with the content that both administrators confirmed', async () => {
    const runs: { period: string; payments: Payment[]; hash: string; preview: string }[] = [];
    const count = sized(3, 9);
    for (let run = 0; run < count; run += 1) runs.push({ ...(await newRun(2)), hash: '', preview: '' });
    for (const run of runs) {
      run.hash = (await check(world.admin, run.period)).body.hash;
      const query = partnerQuery(run.period);
      run.preview = (
        await call(bankFiles.downloadPartnerWithdrawal, world.admin, { query })
      ).bytes.toString();
      expect(await send(world.admin, run.period, run.hash)).toMatchObject({ body: { jobId: null } });
    }
    expect(await approvals(other)).toHaveLength(count);
    const modifiers: string[] = [];
    const traces: string[] = [];
    for (const { period, payments, hash, preview } of runs) {
      const sent = await send(other, period, hash);
      expect(sent.status, JSON.stringify(sent.body)).toBe(200);
      await finishEverything();
      expect((await send(world.admin, period, hash)).body).toEqual(sent.body);
      expect(await statusesOf(payments)).toEqual([2, 2, 2]);
      const file = await loadBankFile(sent.body.files[0].id);
      expect(file).toMatchObject({ runHash: hash, sentBy: world.admin.id, approvedBy: other.id });
      const text = await outboxText(sent.body.files[0].name);
      expect(checkNachaFile(text)).toEqual([]);
      expect(file.fileHash).toBe(sha256(text));
      expect(contentOf(text)).toBe(contentOf(preview));
      const read = defined(readNachaFile(text).file);
      expect(read.fileIdModifier).toBe(file.fileIdModifier);
      modifiers.push(read.fileIdModifier);
      const inFile = read.batches.flatMap(({ entries }) => entries.map(({ trace }) => trace));
      const { body: shown } = await call(bankFiles.get, other, { params: { bankFileId: file.id } });
      expect(shown.lines.map(({ trace }: { trace: string }) => trace)).toEqual(inFile);
      traces.push(...inFile);
    }
    expect(modifiers.join('')).toBe('ABCDEFGHI'.slice(0, count));
    expect(new Set(traces).size).toBe(3 * count);
    expect(await approvals(other)).toEqual([]);
    expect(await outboxNames()).toEqual([...new Set(await outboxNames())]);
  });

  it('are both sent when confirmed concurrently, with different modifiers', async () => {
    const { period, payments } = await newRun(2);
    const dues = await newDues(period);
    const hash = (await check(world.admin, period)).body.hash;
    await send(world.admin, period, hash);
    const duesHash = (await checkDues(period)).body.hash;
    await sendDues(world.admin, period, duesHash);
    const answers = await Promise.all([send(other, period, hash), sendDues(other, period, duesHash)]);
    expect(answers.map(({ body }) => body)).toMatchObject([{ success: true }, { success: true }]);
    await finishEverything();
    expect(await statusesOf([...payments, ...dues])).toEqual([2, 2, 2, 2]);
    const files = await loadBankFiles(answers.map(({ body }) => body.files[0].id));
    expect(files.map(({ fileIdModifier }) => fileIdModifier).toSorted()).toEqual(['A', 'B']);
  });

  it('comply with the daily limit when confirmed concurrently', async () => {
    settings.limits = { entry: null, file: null, day: 200_00 };
    const { period } = await newRun(2);
    await newDues(period);
    const hash = (await check(world.admin, period)).body.hash;
    await send(world.admin, period, hash);
    const duesHash = (await checkDues(period)).body.hash;
    await sendDues(world.admin, period, duesHash);
    const answers = await Promise.all([send(other, period, hash), sendDues(other, period, duesHash)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain('at most $200.00 per day');
    await finishEverything();
  });

  it('no longer await approval after another file made their accounts known', async () => {
    settings.twoPersons = {
      above: null,
      entryAbove: null,
      dayAbove: null,
      forNewAccounts: true,
      allowsOne: false,
    };
    const first = await newRun();
    const periodId = `${Number(first.period.slice(0, 4)) + 40}02`;
    const second = first.payments.map((item) => ({
      ...item,
      id: `${item.id}known`,
      periodId,
      amountToBeSent: 777,
    }));
    await transact(...second.flatMap((item) => paymentChange(null, item)));
    const hash = (await check(world.admin, first.period)).body.hash;
    const laterHash = (await check(world.admin, periodId)).body.hash;
    await send(world.admin, first.period, hash);
    expect(await send(world.admin, periodId, laterHash)).toMatchObject({ body: { jobId: null } });
    await send(other, first.period, hash);
    await finishEverything();
    const sent = await send(other, periodId, laterHash);
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    await finishEverything();
    expect(await loadBankFile(sent.body.files[0].id)).toMatchObject({
      sentBy: world.admin.id,
      approvedBy: other.id,
    });
    expect(await approvals(other)).toEqual([]);
  });

  it('need a reason from the second administrator if another file repeated them', async () => {
    const first = await newRun(2);
    const periodId = `${Number(first.period.slice(0, 4)) + 40}03`;
    const repeated = first.payments.map((item) => ({ ...item, id: `${item.id}twice`, periodId }));
    await transact(...repeated.flatMap((item) => paymentChange(null, item)));
    const hash = (await check(world.admin, first.period)).body.hash;
    const laterHash = (await check(world.admin, periodId)).body.hash;
    await send(world.admin, first.period, hash);
    await send(world.admin, periodId, laterHash);
    await send(other, first.period, hash);
    await finishEverything();
    expect((await check(other, periodId)).body.approval).toMatchObject({ needsNote: true, note: null });
    expect(await send(other, periodId, laterHash)).toMatchObject({ status: 422 });
    expect(await statusesOf(repeated)).toEqual([0, 0, 0]);
    const note = 'Both months are due.';
    expect((await send(other, periodId, laterHash, { note })).status).toBe(200);
    await finishEverything();
    expect(await statusesOf(repeated)).toEqual([2, 2, 2]);
    expect(await trailOf(`bank run ${laterHash}`)).toContainEqual(
      expect.objectContaining({ name: 'bank file approved', after: expect.objectContaining({ note }) }),
    );
  });
});

describe('accounts and limits', () => {
  it('new accounts, and accounts changed since the last file, need two administrators', async () => {
    settings.twoPersons = {
      above: null,
      entryAbove: null,
      dayAbove: null,
      forNewAccounts: true,
      allowsOne: false,
    };
    const { period, payments } = await newRun();
    expect((await check(world.admin, period)).body.approval).toMatchObject({
      reasons: ['3 accounts are used for the first time.'],
    });
    settings.twoPersons.forNewAccounts = false;
    const { hash } = (await check(world.admin, period)).body;
    await send(world.admin, period, hash);
    await finishEverything();
    settings.twoPersons.forNewAccounts = true;
    const [paid] = payments;
    const later = somePayment(`P${period}9`, {
      periodId: `${Number(period.slice(0, 4)) + 40}01`,
      payeeToken: defined(paid).payeeToken,
    });
    await givenPayments([{ ...later, payeeToken: null }]);
    const [stored] = await paymentsAsStored([later]);
    await transact(...paymentChange(defined(stored), { ...defined(stored), payeeToken: later.payeeToken }));
    expect((await check(world.admin, later.periodId)).body.approval).toBeNull();
    await giveAccount(later, '700000000077');
    expect((await check(world.admin, later.periodId)).body.approval).toMatchObject({
      reasons: ['An account changed since the last file.'],
    });
  });

  it('an entry over the bank’s limit is excluded; a file and a day over the limit are rejected', async () => {
    settings.twoPersons.above = null;
    settings.limits.entry = 20_00;
    const { period } = await newRun();
    expect((await check(world.admin, period)).body).toMatchObject({
      paymentCount: 2,
      excluded: [{ amount: 30, reason: 'The bank accepts at most $20.00 per payment.' }],
    });
    settings.limits = { entry: null, file: 50_00, day: null };
    const refused = (await check(world.admin, period)).body;
    expect(refused).toMatchObject({ isAchUploadAvailable: false, hash: null });
    expect(refused.errorMessage).toContain('at most $50.00 per file');
    settings.limits = { entry: null, file: null, day: 100_00 };
    const { hash } = (await check(world.admin, period)).body;
    await send(world.admin, period, hash);
    await finishEverything();
    const next = threePayments(`${period.slice(0, 4)}12`).map((item) => ({ ...item, id: `${item.id}day` }));
    await givenPayments(next);
    expect((await check(world.admin, defined(next[0]).periodId)).body.errorMessage).toContain(
      'at most $100.00 per day',
    );
    settings.limits.day = null;
    const checked = (await check(world.admin, defined(next[0]).periodId)).body;
    settings.limits.day = 100_00;
    expect(await send(world.admin, defined(next[0]).periodId, checked.hash)).toMatchObject({ status: 409 });
    // rejections before any write are not counted, nor are wrong PINs and changed accounts
    expect([await hitsOf('limits'), await hitsOf('pin'), await hitsOf('changed')]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('a file that repeats another one', () => {
  it('needs two administrators and a reason within ten days', async () => {
    settings.twoPersons.above = null;
    const { period, payments } = await newRun();
    const { body: first } = await check(world.admin, period);
    expect(first.approval).toBeNull();
    const sent = await send(world.admin, period, first.hash);
    await finishEverything();
    const periodId = `${Number(period.slice(0, 4)) + 60}01`;
    const again = payments.map((item) => ({ ...item, id: `${item.id}again`, periodId }));
    await transact(...again.flatMap((item) => paymentChange(null, item)));
    const { body: checked } = await check(world.admin, periodId);
    expect(checked).toMatchObject({ approval: { needsNote: true } });
    expect(checked.approval.reasons[0]).toContain(sent.body.files[0].name);
    const [second, repeated] = [defined(await hitsOf('second')), defined(await hitsOf('repeated'))];
    expect(await send(world.admin, periodId, checked.hash)).toMatchObject({ status: 422 });
    expect([await hitsOf('second'), await hitsOf('repeated')]).toEqual([second, repeated]);
    const note = 'November and December are due together.';
    expect(await send(world.admin, periodId, checked.hash, { note })).toMatchObject({
      body: { jobId: null },
    });
    expect([await hitsOf('second'), await hitsOf('repeated')]).toEqual([second + 1, repeated + 1]);
    expect((await check(other, periodId)).body.approval).toMatchObject({ note });
    expect((await send(other, periodId, checked.hash)).body.jobId).toEqual(expect.any(String));
    await finishEverything();
    expect(await statusesOf(again)).toEqual([2, 2, 2]);
  });
});
