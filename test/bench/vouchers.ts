import { SendEmailCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { loadJob } from '../../functions/jobs/store.ts';
import { partnerChange } from '../../functions/partners/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { newUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { newVoucherCode } from '../../functions/vouchers/new-code.ts';
import { loadProgram } from '../../functions/vouchers/program-store.ts';
import { redeemVoucher } from '../../functions/vouchers/redeem-voucher.ts';
import { listVouchers, vouchersAfter } from '../../functions/vouchers/store.ts';
import { vouchers } from '../../shared/vouchers/contract.ts';
import { call } from '../support/call.ts';
import { crashAtWrite } from '../support/faults.ts';
import { afterClaims } from '../support/jobs.ts';
import { somePartner } from '../support/world.ts';
import { freshAddresses, programOf, programWith } from '../vouchers/programs.ts';
import { costOf, print, type Line } from './measure.ts';

const partnerID = '901';
const dates = { startDate: '2026-01-01', endDate: '2099-12-31' };
const emailsOfOneStep = 10;

interface Sizes {
  vouchers: number;
  kills: number;
  rounds: number;
}

/** A publication that is killed at random, redemptions that are raced, and what a page of the table costs. */
export async function benchVouchers({ vouchers: count, kills, rounds }: Sizes): Promise<Line[]> {
  const admin = newUser({
    id: 'user-voucher-bench',
    role: 'systemAdmin',
    email: 'voucher-bench@test.test',
    firstName: 'Ada',
    lastName: 'Okafor',
  });
  await transact(...partnerChange(null, somePartner(partnerID)), ...userChange(null, admin));
  const small = await loadProgram(
    await programWith(admin, freshAddresses(100), { partnerID, displayName: 'Small', ...dates }),
  );
  const addresses = freshAddresses(count);
  const began = Date.now();
  const id = await programWith(admin, addresses, { partnerID, displayName: 'Large', ...dates });
  const taken = (Date.now() - began) / 1000;
  const lines = [
    codes(1_000_000),
    ...(await killed(admin, id, { addresses, kills })),
    await raced(id, rounds),
    ...(await pages(small, await loadProgram(id))),
    {
      what: `${count.toLocaleString('en-US')} recipients judged and taken in`,
      value: `${taken.toFixed(0)} s`,
    },
  ];
  print('Vouchers', lines);
  return lines;
}

function codes(count: number): Line {
  const seen = new Set<string>();
  const symbols = new Map<string, number>();
  for (let n = 0; n < count; n++) {
    const code = newVoucherCode();
    seen.add(code);
    for (const symbol of code) symbols.set(symbol, (symbols.get(symbol) ?? 0) + 1);
  }
  const wanted = (count * 12) / 32;
  const chiSquare = [...symbols.values()].reduce((sum, n) => sum + (n - wanted) ** 2 / wanted, 0);
  return {
    what: `${count.toLocaleString('en-US')} codes: different ones, and chi-square of their symbols`,
    value: `${seen.size.toLocaleString('en-US')}, ${chiSquare.toFixed(1)}`,
    bound: 'all, below 105',
    holds: seen.size === count && chiSquare < 105,
  };
}

/** Publishes with a worker that dies at random; counts what went out by the emails' ids. */
async function killed(
  admin: User,
  id: string,
  { addresses, kills }: { addresses: readonly string[]; kills: number },
): Promise<Line[]> {
  const sent = new Map<string, number>();
  const ses = mockClient(SESv2Client);
  ses.on(SendEmailCommand).callsFake((input: { Destination: { ToAddresses: string[] } }) => {
    const to = input.Destination.ToAddresses[0] ?? '';
    sent.set(to, (sent.get(to) ?? 0) + 1);
    return {};
  });
  const { version } = await programOf(admin, id);
  const { body } = await call(vouchers.publish, admin, {
    params: { voucherProgramID: id },
    body: { version },
  });
  const jobId = String(body.jobId);
  const writesOfOneDeath = Math.max(2, Math.floor(addresses.length / 5 / kills));
  let deaths = 0;
  for (; deaths < kills && (await loadJob(jobId))?.status === 'running'; deaths++) {
    const death = crashAtWrite(
      1 + Math.floor(Math.random() * 2 * writesOfOneDeath),
      Math.random() < 0.5 ? 'before' : 'after',
    );
    await runJobSteps(jobId, () => Infinity).catch(() => {});
    death.revive();
    afterClaims();
  }
  await runJobSteps(jobId, () => Infinity);
  ses.restore();
  const repeated = [...sent.values()].filter((times) => times > 1).length;
  const lost = addresses.filter((address) => !sent.has(address)).length;
  return [
    {
      what: `lost of ${addresses.length.toLocaleString('en-US')} vouchers whose worker died ${deaths} times`,
      value: String(lost),
      bound: '0',
      holds: lost === 0 && (await loadJob(jobId))?.status === 'done',
    },
    {
      what: 'emailed more than once, at most one step of each death',
      value: String(repeated),
      bound: `at most ${deaths * emailsOfOneStep}`,
      holds: repeated <= deaths * emailsOfOneStep,
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

type Program = Awaited<ReturnType<typeof loadProgram>>;

/** A page of the table, a search and a filter: the same calls, however many vouchers there are. */
async function pages(small: Program, large: Program): Promise<Line[]> {
  const today = '2026-11-22';
  const asked = { page: {}, search: { filter: 'voucher' }, filter: { status: 'draft' as const } };
  const lines: Line[] = [];
  // one after the other: the cost is taken from everything that the client sends meanwhile
  for (const [name, query] of Object.entries(asked)) {
    const [one, other] = [
      await costOf(() => listVouchers(small, query, today)),
      await costOf(() => listVouchers(large, query, today)),
    ];
    lines.push({
      what: `round trips of a ${name} at ${small.recipientCount} and ${large.recipientCount} vouchers`,
      value: `${one.roundTrips} and ${other.roundTrips}`,
      bound: 'at most 2',
      holds: other.roundTrips <= 2 && one.roundTrips <= 2,
    });
  }
  return lines;
}
