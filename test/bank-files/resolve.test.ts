import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it, vi } from 'vitest';
import { reconcileBankFiles } from '../../functions/bank-files/begin-single-file.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { runJobSteps } from '../../functions/workers/job-runner.ts';
import { now } from '../../functions/platform/clock.ts';
import { s3 } from '../../functions/platform/files.ts';
import type { User } from '../../functions/users/user.ts';
import { acknowledgementFile } from '../../infra/local/bank/reply-file.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call, withProof } from '../support/call.ts';
import { crash, crashTimes } from '../support/faults.ts';
import { receiveAndProcess, statusesOf } from './received.ts';
import {
  check,
  finishEverything,
  givenPayments,
  restoreOutbox,
  outboxNames,
  outboxText,
  pin,
  setClock,
  setClockIn,
  threePayments,
  useTwoAdministrators,
  sendUnconfirmed,
} from './runs.ts';

const [world, other] = useTwoAdministrators();

let month = 0;
async function unknownFile(lands: boolean) {
  month += 1;
  const period = `${2061 + Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`;
  setClockIn(period);
  const payments = threePayments(period);
  await givenPayments(payments);
  const { id } = await sendUnconfirmed(world.admin, period, lands);
  return { id, payments, period };
}
async function reconcileAndWork() {
  for (const id of await reconcileBankFiles(now())) await runJobSteps(id, () => Infinity);
}
const later = (minutes: number) => setClock(new Date(now().getTime() + minutes * 60_000).toISOString());
const resolve = (as: User, bankFileId: string, outcome: string, overrides: object = {}) =>
  call(bankFiles.resolveFile, as, resolution(bankFileId, outcome, overrides));

const resolution = (bankFileId: string, outcome: string, overrides: object = {}) => ({
  params: { bankFileId },
  body: { outcome, note: 'By phone.', ...overrides },
});

describe('a file with Unknown delivery', () => {
  it('counts as delivered after a second administrator confirms it with the PIN', async () => {
    const { id, payments } = await unknownFile(false);
    expect(await resolve(world.admin, id, 'arrived')).toMatchObject({
      status: 200,
      body: { confirmed: false },
    });
    expect(await resolve(world.admin, id, 'arrived', { pin })).toMatchObject({ body: { confirmed: false } });
    expect(await resolve(other, id, 'arrived')).toMatchObject({ status: 422 });
    expect(await resolve(other, id, 'arrived', { pin: '111111' })).toMatchObject({ status: 422 });
    expect(await loadBankFile(id)).toMatchObject({ status: 'unknown' });
    expect(await resolve(other, id, 'arrived', { pin })).toMatchObject({ body: { confirmed: true } });
    restoreOutbox();
    await finishEverything();
    expect(await resolve(other, id, 'arrived', { pin })).toMatchObject({
      status: 409,
      body: { message: 'Delivery of this file is no longer Unknown. Reload to see its status.' },
    });
    expect(await loadBankFile(id)).toMatchObject({
      status: 'submitted',
      attempts: 1,
      resolution: { askedBy: world.admin.id, confirmedBy: other.id },
    });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    expect(await resolve(other, id, 'arrived', { pin })).toMatchObject({ status: 409 });
  });

  it('is canceled if it did not arrive, but not during an attempt', async () => {
    const { id, payments, period } = await unknownFile(false);
    await resolve(world.admin, id, 'never arrived');
    expect(await resolve(other, id, 'never arrived', { pin })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('may still arrive') },
    });
    later(16);
    expect(await resolve(other, id, 'never arrived', { pin })).toMatchObject({ body: { confirmed: true } });
    restoreOutbox();
    await finishEverything();
    expect(await loadBankFile(id)).toMatchObject({ status: 'canceled' });
    expect(await statusesOf(payments)).toEqual([0, 0, 0]);
    expect((await check(world.admin, period)).body).toMatchObject({
      isAchUploadAvailable: true,
      paymentCount: 3,
    });
  });

  it('needs a review if the bank acknowledges it after its cancellation, and changes no payment', async () => {
    const { id, payments } = await unknownFile(true);
    const { name } = await loadBankFile(id);
    const text = await outboxText(name);
    restoreOutbox();
    // the bank has fetched it
    await s3.send(new DeleteObjectCommand({ Bucket: process.env.OUTBOX_BUCKET, Key: name }));
    await resolve(world.admin, id, 'never arrived');
    later(16);
    expect(await resolve(other, id, 'never arrived', { pin })).toMatchObject({ body: { confirmed: true } });
    await finishEverything();
    expect(await loadBankFile(id)).toMatchObject({ status: 'canceled' });
    const received = await receiveAndProcess(world.admin, acknowledgementFile(text), 'late-ack.txt');
    expect(received).toMatchObject({
      status: 'review',
      open: 1,
      entries: [
        {
          status: 'quarantined',
          bankFileId: id,
          reason: expect.stringMatching(/^The bank has the file .*which was canceled here/),
        },
      ],
    });
    expect(await statusesOf(payments)).toEqual([0, 0, 0]);
  });

  it('gets no new attempt while an administrator reports that it did not arrive', async () => {
    const { id, payments } = await unknownFile(false);
    later(16);
    await reconcileAndWork();
    expect(await loadBankFile(id)).toMatchObject({ status: 'unknown', attempts: 2 });
    await resolve(world.admin, id, 'never arrived');
    // the outbox stays broken, and the schedule runs every five minutes; the alarm reads the errors in the log
    const logged = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    for (let run = 0; run < 3; run++) {
      later(5);
      await reconcileAndWork();
    }
    const lines = logged.mock.calls.map(([line]) => JSON.parse(String(line)));
    logged.mockRestore();
    expect(lines.filter(({ message }) => message === 'bank file is still unknown')).toMatchObject([
      { level: 'error', bankFileId: id },
      { level: 'error', bankFileId: id },
      { level: 'error', bankFileId: id },
    ]);
    expect(await loadBankFile(id)).toMatchObject({ status: 'unknown', attempts: 2 });
    later(1);
    expect(await resolve(other, id, 'never arrived', { pin })).toMatchObject({ body: { confirmed: true } });
    await finishEverything();
    expect(await loadBankFile(id)).toMatchObject({ status: 'canceled', attempts: 2 });
    expect(await statusesOf(payments)).toEqual([0, 0, 0]);
    restoreOutbox();
  });

  it('is sent again after the request was canceled', async () => {
    const { id, payments } = await unknownFile(false);
    expect(await resolve(other, id, 'withdrawn')).toMatchObject({ status: 409 });
    await resolve(world.admin, id, 'never arrived');
    restoreOutbox();
    await reconcileAndWork();
    expect(await loadBankFile(id)).toMatchObject({ status: 'unknown', attempts: 1 });
    expect(await resolve(other, id, 'withdrawn')).toMatchObject({
      body: { confirmed: false, message: expect.stringMatching(/^Request withdrawn\./) },
    });
    expect(await loadBankFile(id)).toMatchObject({ status: 'unknown', resolution: null });
    await finishEverything();
    expect(await loadBankFile(id)).toMatchObject({ status: 'submitted', attempts: 2 });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });

  it('is resumed by one job for concurrent reconciliations', async () => {
    const { id, payments } = await unknownFile(true);
    restoreOutbox();
    const started = (await Promise.all(Array.from({ length: 4 }, () => reconcileBankFiles(now())))).flat();
    expect(started).toHaveLength(1);
    expect(await reconcileBankFiles(now())).toEqual([]);
    await runJobSteps(started[0] ?? '', () => Infinity);
    expect(await loadBankFile(id)).toMatchObject({ status: 'submitted', attempts: 1 });
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });

  it('is never canceled while it is in the outbox', async () => {
    const { id } = await unknownFile(true);
    await resolve(world.admin, id, 'never arrived');
    later(16);
    expect(await resolve(other, id, 'never arrived', { pin })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('is in the outbox') },
    });
    restoreOutbox();
    await finishEverything();
    expect(await loadBankFile(id)).toMatchObject({ status: 'submitted' });
  });

  it('is not resolved by two administrators with different outcomes', async () => {
    const { id } = await unknownFile(false);
    await resolve(world.admin, id, 'arrived');
    expect(await resolve(other, id, 'never arrived', { pin })).toMatchObject({ body: { confirmed: false } });
    expect(await loadBankFile(id)).toMatchObject({
      status: 'unknown',
      resolution: { outcome: 'never arrived', askedBy: other.id },
    });
    restoreOutbox();
    await finishEverything();
  });
});

describe('a crashed process', () => {
  it.each(crashTimes)('%s any write of a resolution sends no payment twice', async (when) => {
    for (let n = 1; ; n++) {
      const { id, payments } = await unknownFile(false);
      const names = await outboxNames();
      await resolve(world.admin, id, 'never arrived');
      later(16);
      // the proof is written before the crash
      const confirmed = await withProof(
        bankFiles.resolveFile,
        other,
        resolution(id, 'never arrived', { pin }),
      );
      const confirm = async () => {
        await call(bankFiles.resolveFile, other, confirmed);
        await finishEverything();
      };
      const isCrashed = await crash(n, when, confirm);
      await confirm();
      expect(await loadBankFile(id)).toMatchObject({ status: 'canceled' });
      expect(await statusesOf(payments)).toEqual([0, 0, 0]);
      expect(await outboxNames()).toEqual(names);
      restoreOutbox();
      if (!isCrashed) break;
    }
  });
});
