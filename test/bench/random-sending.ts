import * as fc from 'fast-check';
import { newUser, userChange } from '../../functions/users/store.ts';
import { transact } from '../../functions/table/transact.ts';
import { histories, liveThrough, prepareHistories } from '../bank-files/random-sending.ts';
import '../support/jobs.ts';
import { makeWorld } from '../support/world.ts';
import { print, type Line } from './measure.ts';

/**
 * Random histories of sending with workers that die beside others that live: a payment goes out once in each.
 *
 * @param minutes when it ends, however many histories are left; it says how many it lived through
 */
export async function benchRandomSending(count = 10_000, minutes = Infinity): Promise<Line[]> {
  const { admin } = await makeWorld();
  muteRequests();
  const other = newUser({
    id: 'user-admin-2',
    role: 'systemAdmin',
    email: 'admin2@test.test',
    firstName: 'Bo',
    lastName: 'Lind',
  });
  await transact(...userChange(null, other));
  await prepareHistories([admin, other]);
  const result = await fc.check(
    fc.asyncProperty(histories, (history) => liveThrough([admin, other], history)),
    {
      numRuns: count,
      endOnFailure: true,
      ...(minutes < Infinity && { interruptAfterTimeLimit: minutes * 60_000 }),
    },
  );
  if (result.failed)
    console.log(`seed ${result.seed}, path ${result.counterexamplePath}: ${String(result.errorInstance)}`);
  const lines = [
    {
      what: `of ${count.toLocaleString('en-US')} random histories, those lived through in which every payment went out exactly once`,
      value: String(result.numRuns - result.numShrinks - (result.failed ? 1 : 0)),
      bound: 'all of them',
      holds: !result.failed,
    },
  ];
  print('Sending at random', lines);
  return lines;
}

/** Tens of thousands of log lines that nobody reads cost more than the histories. */
function muteRequests(): void {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = (text: string | Uint8Array) => String(text).startsWith('{"level":') || write(text);
}
