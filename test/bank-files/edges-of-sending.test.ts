import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { checkRun } from '../../functions/bank-files/preview/check.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { paymentChange } from '../../functions/payments/store.ts';
import { now } from '../../functions/platform/clock.ts';
import { newId } from '../../functions/platform/time-and-chance.ts';
import { transact } from '../../functions/table/transact.ts';
import type { PartnerScope } from '../../shared/ids.ts';
import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import { moveMember } from '../../shared/members/membership-status.ts';
import type { Member } from '../../shared/members/member.ts';
import { movePayment } from '../../shared/payments/payment-moves.ts';
import { runJob } from '../support/jobs.ts';
import { fileFromBank, receiveAndProcess, replies, sendToBank, statusesOf } from './received.ts';
import {
  finishEverything,
  givenPayments,
  restoreOutbox,
  paymentsAsStored,
  pin,
  sent,
  setClock,
  threePayments,
  useBankWorld,
  sendUnconfirmed,
} from './runs.ts';
import { defined } from '../support/defined.ts';
import { active, filterOf, testDues } from './member-runs.ts';

const world = useBankWorld();
const settings = defined(environmentBankSettings);
const { paymentsAtOnce } = settings;
beforeEach(() => {
  settings.paymentsAtOnce = 2;
});
afterEach(() => {
  settings.paymentsAtOnce = paymentsAtOnce;
});

const dues = (periodId: string, partnerId: PartnerScope = 'all') => filterOf(6, periodId, partnerId);
const caller = () => ({ userId: world.admin.id, now: now(), newId });

async function checked(filter: RunFilter) {
  const { jobId } = await checkRun(filter, caller());
  await runJob(jobId ?? '');
  return checkRun(filter, caller(), jobId ?? '');
}

const duesOf = (id: string, partnerId: string, periodId: string, memberFields: Partial<Member> = {}) =>
  testDues(id, periodId, { ...active, partnerId, ...memberFields });

describe('the dues of all partners', () => {
  it('are checked by a job after the end of a month, and sent if other dues of the month were sent', async () => {
    setClock('2027-04-06T15:00:00Z');
    const onHold = { invitationStatus: 7 } as const;
    const paid = [await duesOf('A', '1', '202704'), await duesOf('B', '2', '202704')];
    const held = [await duesOf('C', '1', '202704', onHold), await duesOf('D', '2', '202704', onHold)];
    const first = await checked(dues('202704'));
    expect(first).toMatchObject({ paymentCount: 2, excludedCount: 2, errorMessage: null });
    const { jobId } = await sent(dues('202704'), { pin, runHash: first.runHash ?? '' }, caller());
    await runJob(jobId);
    expect(await statusesOf(paid)).toEqual([2, 2]);
    for (const id of ['C', 'D']) {
      const member = await loadMember(id);
      await transact(...memberChange(member, moveMember(member, 'resume', { today: '2027-04-20' })));
    }
    setClock('2027-05-04T15:00:00Z');
    const second = await checked(dues('202704'));
    expect(second).toMatchObject({ paymentCount: 2, excludedCount: 0, errorMessage: null });
    const late = await sent(dues('202704'), { pin, runHash: second.runHash ?? '' }, caller());
    await runJob(late.jobId);
    expect(await statusesOf([...paid, ...held])).toEqual([2, 2, 2, 2]);
    for (const [id, partnerId] of [
      ['E', '1'],
      ['F', '1'],
      ['G', '2'],
    ] as const)
      await duesOf(id, partnerId, '202703');
    const locked = await checked(dues('202703'));
    expect(locked).toMatchObject({ isAchUploadAvailable: false, paymentCount: 0, excludedCount: 3 });
    const why = 'Closed period: Monthly dues collecting is locked';
    expect(locked).toMatchObject({ errorMessage: why, waiting: [{ reason: why, count: 3, amount: 90_00 }] });
  });

  it('are checked by one job for concurrent requests', async () => {
    setClock('2027-05-04T15:00:00Z');
    for (const id of ['H', 'I', 'J']) await duesOf(id, '1', '202705');
    const both = await Promise.all([checkRun(dues('202705'), caller()), checkRun(dues('202705'), caller())]);
    expect(both[0].jobId).not.toBeNull();
    expect(both[1].jobId).toBe(both[0].jobId);
    expect(await checkRun(dues('202705', '2'), caller())).toMatchObject({
      jobId: null,
      errorMessage: 'Nothing to send: none of these payments is Pending.',
    });
  });
});

describe('a manually changed payment', () => {
  it('puts its return in quarantine with a reason', async () => {
    settings.paymentsAtOnce = paymentsAtOnce;
    setClock('2026-11-20T15:00:00Z');
    const payments = threePayments('202611');
    await givenPayments(payments);
    const { text } = await sendToBank(world.admin, '202611');
    const [stored] = await paymentsAsStored(payments);
    const moved = movePayment(defined(stored), 'returnPayment', { at: now().toISOString(), code: 'R01' });
    await transact(...paymentChange(defined(stored), moved));
    const file = await receiveAndProcess(world.admin, fileFromBank(replies(text, ['R01'])));
    expect(file).toMatchObject({ status: 'review', quarantined: 1, open: 1 });
    expect(file.entries).toMatchObject([
      {
        status: 'quarantined',
        reason: 'Its payment is Returned by US Bank and was sent again since, or changed by hand.',
      },
    ]);
    expect(await paymentsAsStored([defined(payments[0])])).toMatchObject([{ status: 3 }]);
    // the bank's key of an entry consists of capital letters and digits
    const entries = text.split('\n').filter((line) => line.startsWith('6'));
    for (const entry of entries) expect(entry.slice(39, 54)).toMatch(/^[0-9A-F]{15}$/);
  });
});

describe('a delivery that remains Unknown', () => {
  it('triggers an alarm after fifteen minutes', async () => {
    settings.paymentsAtOnce = paymentsAtOnce;
    setClock('2026-12-10T15:00:00Z');
    await givenPayments(threePayments('202612'));
    await sendUnconfirmed(world.admin, '202612', false);
    const { reconcileBankFilesHandler: handler } =
      await import('../../functions/bank-files/handlers/files.ts');
    vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'of-this-test');
    const written = vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const unknown = async (): Promise<number | undefined> => {
      written.mockClear();
      await handler();
      const lines = written.mock.calls
        .map(([line]) => String(line))
        .filter((line) => line.includes('"FilesUnknown":'));
      return lines.map((line) => JSON.parse(line).FilesUnknown).find((n) => n !== undefined);
    };
    const soon = await unknown();
    setClock('2026-12-10T15:16:00Z');
    const later = await unknown();
    written.mockRestore();
    vi.unstubAllEnvs();
    restoreOutbox();
    await finishEverything();
    expect([soon, later]).toEqual([0, 1]);
  });
});

describe('an environment', () => {
  const settingsOf = async (stage: string, text?: string) => {
    vi.resetModules();
    vi.stubEnv('STAGE', stage);
    vi.stubEnv('BANK_SETTINGS', text ?? '');
    try {
      return (await import('../../functions/table/bank-settings.ts')).environmentBankSettings;
    } finally {
      vi.unstubAllEnvs();
    }
  };

  it('has its own settings in a trial; all others send nothing without settings', async () => {
    expect(await settingsOf('local')).toMatchObject({
      companyName: 'WELLPORT',
      twoPersons: { above: 25_000_00 },
    });
    expect(await settingsOf('dev')).toMatchObject({ companyName: 'WELLPORT', twoPersons: { above: null } });
    expect(await settingsOf('production')).toBeUndefined();
    expect(await settingsOf('local', '{"destination":"no bank"}')).toBeUndefined();
    expect(await settingsOf('production', JSON.stringify(settings))).toEqual(settings);
  });
});
