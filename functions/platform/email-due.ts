import { AsyncLocalStorage } from 'node:async_hooks';
import { now } from './clock.ts';
import type { Measures } from './metrics.ts';

const dueTimes = new AsyncLocalStorage<Date>();
const lateAfterMs = 5 * 60_000;

/** Runs an operation with emails that were due at a time: those of a job since its last progress. */
export const withEmailsDue = <Result>(since: Date, run: () => Result): Result => dueTimes.run(since, run);

/** Returns the counts of one sent email. Emails outside of jobs are sent as they become due. */
export function sentMeasures(): Measures {
  const due = dueTimes.getStore();
  const isLate = due !== undefined && now().getTime() - due.getTime() > lateAfterMs;
  return { EmailsSent: 1, EmailsLate: isLate ? 1 : 0 };
}
