import { SendEmailCommand, SESv2Client, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { createHash } from 'node:crypto';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { loadProgram } from '../../functions/vouchers/program-store.ts';
import { redeemVoucher } from '../../functions/vouchers/redeem-voucher.ts';
import { vouchersAfter } from '../../functions/vouchers/store.ts';
import { vouchers } from '../../shared/vouchers/contract.ts';
import { call } from '../support/call.ts';
import { crashAtWrite, ProcessDied } from '../support/faults.ts';
import { afterClaims } from '../support/jobs.ts';
import { somePartner } from '../support/world.ts';
import { freshAddresses, programOf } from '../vouchers/programs.ts';
import { print, type Line } from './measure.ts';
import { drawCodes, takeFile } from './voucher-files.ts';
import { benchVoucherPages } from './voucher-pages.ts';

const partnerID = '901';
const dates = { startDate: '2026-01-01', endDate: '2099-12-31' };
const emailsOfOneStep = 10;

interface Sizes {
  vouchers: number;
  kills: number;
  rounds: number;
  pages: readonly number[];
}

/** Codes, a file of the largest size, a publication killed at random, raced redemptions, and what a page costs. */
export async function benchVouchers({ vouchers: count, kills, rounds, pages }: Sizes): Promise<Line[]> {
  const admin = newUser({
    id: 'user-voucher-bench',
    role: 'systemAdmin',
    email: 'voucher-bench@test.test',
    firstName: 'Ada',
    lastName: 'Okafor',
  });
  await transact(...partnerChange(null, somePartner(partnerID)), ...userChange(null, admin));
  const addresses = freshAddresses(count);
  const { id, lines: file } = await takeFile(admin, addresses, { partnerID, displayName: 'Large', ...dates });
  const lines = [
    ...drawCodes(1_000_000),
    ...file,
    ...(await killed(admin, id, { addresses, kills })),
    await raced(id, rounds),
    ...(await benchVoucherPages(pages)),
  ];
  print('Vouchers', lines);
  return lines;
}

interface SentEmail {
  to: string;
  /** Which worker sent it, from 0; each dies, but the last one. */
  worker: number;
  /** What is in it, with the voucher's number. */
  digest: string;
}

const digestOf = ({ Content }: SendEmailCommandInput): string => {
  const { Body, Headers, Attachments } = Content?.Simple ?? {};
  const hash = createHash('sha256').update(JSON.stringify([Body, Headers]));
  for (const { RawContent } of Attachments ?? []) hash.update(RawContent ?? '');
  return hash.digest('hex');
};

/**
 * Publishes with workers that die at random: at a write, or at an email, each before or after it is taken. Counts what
 * went out, and looks at what each worker repeated of those before it.
 */
async function killed(
  admin: User,
  id: string,
  { addresses, kills }: { addresses: readonly string[]; kills: number },
): Promise<Line[]> {
  const sent: SentEmail[] = [];
  let deaths = 0;
  let lastEmail = Infinity;
  let death: { revive: () => void } | undefined;
  const ses = mockClient(SESv2Client);
  ses.on(SendEmailCommand).callsFake((input: SendEmailCommandInput) => {
    const dies = lastEmail-- === 0;
    const isTaken = !dies || Math.random() < 0.5;
    if (isTaken)
      sent.push({ to: input.Destination?.ToAddresses?.[0] ?? '', worker: deaths, digest: digestOf(input) });
    // a dead process writes nothing any more
    if (dies) death = crashAtWrite(1, 'before');
    if (dies) throw new ProcessDied();
    return {};
  });
  const { version } = await programOf(admin, id);
  const { body } = await call(vouchers.publish, admin, {
    params: { voucherProgramID: id },
    body: { version },
  });
  const jobId = String(body.jobId);
  // two writes a step, and some steps are taken twice
  const writesOfOneLife = Math.max(2, Math.floor(addresses.length / 6 / kills));
  const upTo = (most: number) => Math.floor(Math.random() * most);
  for (; deaths < kills && (await loadJob(jobId))?.status === 'running'; deaths++) {
    const atEmail = Math.random() < 0.5;
    lastEmail = atEmail ? upTo(writesOfOneLife * emailsOfOneStep) : Infinity;
    death = atEmail
      ? undefined
      : crashAtWrite(1 + upTo(2 * writesOfOneLife), Math.random() < 0.5 ? 'before' : 'after');
    await runJobSteps(jobId, () => Infinity).catch(() => {});
    death?.revive();
    afterClaims();
  }
  lastEmail = Infinity;
  await runJobSteps(jobId, () => Infinity);
  ses.restore();
  const [job, program] = [await loadJob(jobId), await programOf(admin, id)];
  return judged(addresses, sent, deaths, job?.status === 'done' && program.sums.sent === addresses.length);
}

function judged(
  addresses: readonly string[],
  sent: readonly SentEmail[],
  deaths: number,
  isDone: boolean,
): Line[] {
  const first = new Map<string, SentEmail>();
  const place = new Map(addresses.map((address, at) => [address, at]));
  const repeats: (SentEmail & { nth: number })[] = [];
  const emailsOfWorker = new Map<number, number>();
  let different = 0;
  for (const email of sent) {
    const nth = emailsOfWorker.get(email.worker) ?? 0;
    emailsOfWorker.set(email.worker, nth + 1);
    const earlier = first.get(email.to);
    if (!earlier) first.set(email.to, email);
    else {
      repeats.push({ ...email, nth });
      if (earlier.digest !== email.digest || earlier.worker === email.worker) different += 1;
    }
  }
  // a worker repeats what the one before it had begun: ten neighbours at most, and first of all
  const outside = repeats.filter(({ nth }) => nth >= emailsOfOneStep).length;
  const lost = place.size - first.size;
  return [
    {
      what: `lost of ${addresses.length.toLocaleString('en-US')} vouchers whose worker died ${deaths} times`,
      value: String(lost),
      bound: '0, and all marked as sent',
      holds: lost === 0 && isDone,
    },
    {
      what: 'emailed more than once, outside the one step of a crash',
      value: `${new Set(repeats.map(({ to }) => to)).size}, ${outside}`,
      bound: 'none outside',
      holds: outside === 0,
    },
    {
      what: 'of the repeated emails: with another content or id than the first',
      value: String(different),
      bound: '0',
      holds: different === 0,
    },
  ];
}

/** Each round is one voucher that fifty clubs redeem at the same moment. */
async function raced(id: string, rounds: number): Promise<Line> {
  const program = await loadProgram(id);
  let right = 0;
  let round = 0;
  while (round < rounds) {
    const { vouchers: some, isLast } = await vouchersAfter(program.batchId ?? '', round, 20);
    for (const voucher of some.slice(0, rounds - round)) {
      const clubs = Array.from({ length: 50 }, (_, index) => ({
        userId: `club-${index}`,
        name: `Manager ${index}`,
        facilityId: `bench-${index}`,
        facilityNumber: String(index),
        facilityName: `Club ${index}`,
      }));
      const outcomes = await Promise.allSettled(
        clubs.map((club) => redeemVoucher({ voucher, program }, club, new Date())),
      );
      if (outcomes.filter(({ status }) => status === 'fulfilled').length === 1) right += 1;
      round += 1;
    }
    if (isLast) break;
  }
  return {
    what: `rounds of ${round.toLocaleString('en-US')} in which one of 50 clubs won`,
    value: right.toLocaleString('en-US'),
    bound: 'all of them',
    holds: right === round,
  };
}
