import { describe, expect, it } from 'vitest';
import { beginSettlements } from '../../functions/bank-files/settlement/begin-settlements.ts';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { now } from '../../functions/platform/clock.ts';
import type { User } from '../../functions/users/user.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { runJob } from '../support/jobs.ts';
import { trailOf } from '../support/trail.ts';
import { receiveAndProcess, sendToBank, statusesOf, sendThree } from './received.ts';
import {
  finishEverything,
  givenPayments,
  pin,
  setClock,
  setClockIn,
  somePayment,
  threePayments,
  useTwoAdministrators,
} from './runs.ts';
import { defined } from '../support/defined.ts';

const [world, other] = useTwoAdministrators();

const who = 'user-admin';

async function sendingOf(bankFileId: string, by: string): Promise<unknown> {
  const { name, hash } = (await call(bankFiles.get, world.admin, { params: { bankFileId } })).body;
  const file = { name, fileHash: hash };
  const [attempted, delivered, sent, ...others] = await trailOf(`bank file ${bankFileId}`);
  expect([attempted, delivered, sent, others]).toEqual([
    { name: 'bank file attempted', who: by, after: { ...file, attempts: 1 } },
    { name: 'bank file delivered', who: by, after: file },
    { name: 'bank file sent', who: by, after: expect.objectContaining(file) },
    [],
  ]);
  const { name: _name, fileHash: _hash, ...rest } = (sent?.after ?? {}) as Record<string, unknown>;
  return rest;
}

describe('a file with more payments than one step processes', () => {
  const payments = Array.from({ length: 45 }, (_, index) =>
    somePayment(`W${String(index).padStart(2, '0')}`, { periodId: '209103', amountToBeSent: 10_00 + index }),
  );

  it('is completely submitted, acknowledged, and settled', async () => {
    setClockIn('209103');
    await givenPayments(payments);
    const { text, fileId } = await sendToBank(world.admin, '209103');
    const { name } = (await call(bankFiles.get, world.admin, { params: { bankFileId: fileId } })).body;
    expect(new Set(await statusesOf(payments))).toEqual(new Set([2]));
    const file = await receiveAndProcess(world.admin, acknowledgementFile(text), 'ack.txt');
    expect(file).toMatchObject({ status: 'done', applied: 1, repeated: 0, quarantined: 0, open: 0 });
    const entry = { amount: 459.9, name, bankFileId: fileId };
    expect(file.entries).toMatchObject([
      { ...entry, status: 'applied', reason: `The bank has the file ${name}.` },
    ]);
    expect(new Set(await statusesOf(payments))).toEqual(new Set([1]));
    const again = await receiveAndProcess(world.admin, `${acknowledgementFile(text)}\n`, 'again.txt');
    expect(again).toMatchObject({ status: 'done', applied: 0, repeated: 1, quarantined: 0, open: 0 });
    expect(again.entries).toMatchObject([
      { ...entry, status: 'repeated', reason: 'The bank acknowledged this file before.' },
    ]);
    setClock('2091-06-20T15:00:00Z');
    const [jobId = ''] = await beginSettlements(now());
    expect(await runJob(jobId)).toMatchObject({
      status: 'done',
      done: 45,
      total: 45,
      message: 'The payments of this file were completed.',
    });
    expect(new Set(await statusesOf(payments))).toEqual(new Set([5]));
    expect(await beginSettlements(now())).toEqual([]);
  });
});

describe('the audit trail', () => {
  it('contains the user who sent prenotes', async () => {
    setClockIn('209203');
    const { prenotes } = defined(environmentBankSettings);
    const ask = () =>
      call(bankFiles.sendPrenotes, world.admin, { body: { bankFlow: 'partnerWithdrawal', pin } });
    const said = async () => {
      const { status, body } = await ask();
      return [status, body.message];
    };
    expect(await said()).toEqual([
      409,
      'The bank settings require no prenotes for these payments. Nothing was sent.',
    ]);
    prenotes.partnerWithdrawal = true;
    expect(await said()).toEqual([
      409,
      'No account needs a prenote. Nothing was sent. Reload to see the changes.',
    ]);
    await givenPayments([somePayment('N1', { periodId: '209203' })]);
    const { body } = await ask();
    expect(body).toMatchObject({ success: true, message: '1 prenote is being sent.' });
    await finishEverything();
    prenotes.partnerWithdrawal = false;
    expect(await trailOf('bank file preview prenotes partnerWithdrawal')).toEqual([
      {
        name: 'bank accounts opened for a bank file',
        who,
        after: { purpose: 'prenotes', bankFlow: 'partnerWithdrawal', accounts: 1 },
      },
    ]);
    expect(await sendingOf(body.bankFileId, who)).toEqual({ prenotes: 1 });
  });

  it('contains the reversed entries, the reason, and both administrators', async () => {
    const { payments: three, fileId } = await sendThree(world.admin, '209303');
    const reverse = (as: User, memberFields: object = {}) =>
      call(bankFiles.reverseFile, as, {
        params: { bankFileId: fileId },
        body: { reason: 'duplicate', note: 'Sent twice by mistake.', ...memberFields },
      });
    expect((await reverse(world.admin)).body).toMatchObject({ confirmed: false, bankFileId: null });
    const { body } = await reverse(other, { pin });
    expect(body).toMatchObject({ confirmed: true, message: '3 entries are being reversed.' });
    await finishEverything();
    const { bankFileId: reversal } = body;
    const reason = { reason: 'duplicate', note: 'Sent twice by mistake.' };
    expect((await trailOf(`bank file ${fileId}`)).slice(-3)).toEqual([
      { name: 'bank file reversal asked for', who, after: { ...reason, lines: 'all' } },
      {
        name: 'bank accounts opened for a bank file',
        who: other.id,
        after: { purpose: 'reversal', payments: 3 },
      },
      { name: 'bank file reversed', who: other.id, after: { ...reason, by: reversal } },
    ]);
    expect(await sendingOf(reversal, other.id)).toEqual({ reversed: 3 });
    for (const { id } of three)
      expect((await trailOf(`payment ${id}`)).at(-1)).toEqual({
        name: 'payment status changed',
        who: other.id,
        before: { status: 2 },
        after: { status: 4, reversedBy: reversal },
      });
    await givenPayments(threePayments('209304'));
    const next = await sendToBank(world.admin, '209304');
    const traces = await Promise.all(
      [fileId, reversal, next.fileId].map(async (bankFileId) => {
        const file = await call(bankFiles.get, world.admin, { params: { bankFileId } });
        return file.body.lines.map(({ trace }: { trace: string }) => trace);
      }),
    );
    expect(new Set(traces.flat()).size).toBe(9);
    const again = await reverse(world.admin);
    expect([again.status, again.body.fields]).toEqual([
      409,
      {
        traces:
          'A selected entry was returned, reversed, refunded, or changed. Nothing was changed. Reload and select again.',
      },
    ]);
  });
});
