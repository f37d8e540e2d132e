import { readFileSync, writeFileSync } from 'node:fs';
import { bankAccountEntity } from '../../functions/bank-accounts/account-record.ts';
import { availability, checkRun } from '../../functions/bank-files/preview/check.ts';
import { setPin } from '../../functions/users/pin.ts';
import { sendRun } from '../../functions/bank-files/sending/send.ts';
import { paymentEntity } from '../../functions/payments/store.ts';
import { fingerprint } from '../../functions/platform/fingerprint.ts';
import { seal } from '../../functions/bank-accounts/vault-key-store.ts';
import { itemOf } from '../../functions/table/change.ts';
import type { RunFilter } from '../../shared/bank-files/bank-run.ts';
import { pin, setClock, somePayment } from '../bank-files/runs.ts';
import '../support/jobs.ts';
import { startKms, type KmsStandIn } from '../support/kms.ts';
import { makeWorld } from '../support/world.ts';
import { print, type Line, runInWorker } from './measure.ts';
import { costOf, type Cost } from '../support/table-cost.ts';
import { putAll } from '../support/put-all.ts';

async function load(count: number, periodId: string): Promise<void> {
  const numbers = { routingNumber: '091000019', accountNumber: '70001' };
  const sample = await fingerprint(numbers);
  let items: Record<string, unknown>[] = [];
  for (let index = 0; index < count; index++) {
    // some at a time: the rows of all payments are hundreds of megabytes
    if (items.length >= 4000) {
      await putAll(items);
      items = [];
    }
    const payment = somePayment(`B${periodId}-${index}`, { periodId, version: 1 });
    const payeeToken = payment.payeeToken ?? '';
    items.push(
      itemOf(paymentEntity, payment),
      itemOf(bankAccountEntity, {
        payeeToken,
        ownerKind: 'partner',
        ownerId: payment.partnerId,
        nameOnAccount: payment.partnerName,
        bankAccountType: 0,
        lastFour: '0001',
        routingLastFour: '0019',
        sealed: await seal(numbers, payeeToken),
        fingerprint: sample,
        changedAt: '2026-10-01T12:00:00.000Z',
        version: 1,
      }),
    );
  }
  await putAll(items);
}

interface Measured extends Cost {
  seconds: number;
}

async function measured(work: () => Promise<Cost | void>): Promise<Measured> {
  const began = performance.now();
  let elsewhere: Cost | void = undefined;
  const here = await costOf(async () => {
    elsewhere = await work();
  });
  return { ...(elsewhere ?? here), seconds: (performance.now() - began) / 1000 };
}

// longer than the gateway waits, and a person has gone
const gatewaySeconds = 29;
const stepSeconds = 30;
const mostMegabytes = 512;

/**
 * Configures the portal as on AWS: the secrets contain no vault key, so KMS is called and responds after 10 ms.
 */
async function withKms(): Promise<KmsStandIn> {
  const kms = await startKms(10);
  const file = process.env.SECRETS_FILE ?? '';
  const secrets = JSON.parse(readFileSync(file, 'utf8'));
  process.env.SECRETS_FILE = `${file}-without-vault`;
  writeFileSync(process.env.SECRETS_FILE, JSON.stringify({ ...secrets, vaultKey: undefined }));
  process.env.AWS_ENDPOINT_URL_KMS = kms.address;
  return kms;
}

/** Checking and sending the payments of a period: each step's cost per payment must not grow with their number. */
export async function benchBankRuns(sizes = [3000, 12_000]): Promise<Line[]> {
  // before the portal reads its secrets
  const kms = await withKms();
  const { admin } = await makeWorld();
  const now = new Date('2026-11-20T15:00:00Z');
  // the worker uses the date of the send
  setClock(now.toISOString());
  let ids = 0;
  const person = { userId: admin.id, now, newId: () => `bench-${++ids}` };
  await setPin(admin.id, pin, now);
  const steps = new Map<string, Measured[]>();
  let [longest, requested, memory] = [0, 0, 0];
  const stepByStep = async (jobId: string) => {
    kms.asked.length = 0;
    const { roundTrips, readUnits, writeUnits, longestStepSeconds, peakMegabytes } = await runInWorker(
      jobId,
      256,
    );
    longest = Math.max(longest, longestStepSeconds);
    requested = Math.max(requested, kms.asked.length);
    memory = Math.max(memory, peakMegabytes);
    return { roundTrips, readUnits, writeUnits };
  };
  const note = async (step: string, work: () => Promise<Cost | void>) => {
    const cost = await measured(work);
    // a large run takes an hour, so intermediate results are printed
    console.log(
      `  ${step}: ${JSON.stringify(cost)}, longest step ${longest.toFixed(1)} s, ${memory.toFixed(0)} MB`,
    );
    steps.set(step, [...(steps.get(step) ?? []), cost]);
  };
  for (const [index, size] of sizes.entries()) {
    const periodId = `20300${index + 1}`;
    const filter: RunFilter = {
      flow: 'partner',
      programPaymentTypeId: 1,
      paymentTypeId: 4,
      partnerId: 'all',
      periodId,
    };
    await load(size, periodId);
    let runHash = '';
    let jobId = '';
    await note('is something to be sent', async () => void (await availability(filter, person)));
    await note('the call that begins the check', async () => {
      jobId = (await checkRun(filter, person)).jobId ?? '';
    });
    await note('the job that checks and makes the files', () => stepByStep(jobId));
    await note('what the check came to', async () => {
      runHash = (await checkRun(filter, person, jobId)).runHash ?? '';
    });
    await note('the confirmation with the PIN', async () => {
      jobId = (await sendRun(filter, { pin, runHash }, person)).jobId ?? '';
    });
    await note('the job that sends', () => stepByStep(jobId));
  }
  const most = sizes.at(-1) ?? 1;
  const lines = [...steps].map(([what, all]): Line => {
    const [small, large] = [all[0], all.at(-1)];
    if (!small || !large) throw new Error('nothing was measured');
    const growth =
      (large.readUnits + large.writeUnits) / most / ((small.readUnits + small.writeUnits) / (sizes[0] ?? 1));
    const answers = !what.startsWith('the job that');
    return {
      what: `${what}: ${(large.roundTrips / most).toFixed(3)} round trips a payment, ${large.seconds.toFixed(1)} s`,
      value: `${growth.toFixed(3)} ×`,
      bound: `at most 1.05 ×${answers ? `, under ${gatewaySeconds} s` : ''}`,
      holds: growth <= 1.05 && (!answers || large.seconds < gatewaySeconds),
    };
  });
  lines.push(
    {
      what: `the longest step of a job, of ${most.toLocaleString('en-US')} payments`,
      value: `${longest.toFixed(1)} s`,
      bound: `at most ${stepSeconds} s`,
      holds: longest <= stepSeconds,
    },
    {
      what: 'questions to a KMS that answers after 10 ms, in a check or a sending',
      value: String(requested),
      bound: `at most ${most / 100}: one in a hundred payments`,
      holds: requested <= most / 100,
    },
    {
      what: 'memory of the worker',
      value: `${memory.toFixed(0)} MB`,
      bound: `at most ${mostMegabytes} MB`,
      holds: memory <= mostMegabytes,
    },
  );
  await kms.close();
  print(
    `Units a payment of a bank run, at ${sizes.map((size) => size.toLocaleString('en-US')).join(' and ')}`,
    lines,
  );
  return lines;
}
