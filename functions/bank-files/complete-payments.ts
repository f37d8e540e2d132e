import { now } from '../platform/clock.ts';
import { warnOfReturnRates } from './treasury/warn-of-rates.ts';
import { beginSettlements } from './settlement/begin-settlements.ts';

/** Completes the payments that can no longer come back in the usual time, and alarms where too many came back. */
export async function handler(): Promise<void> {
  const at = now();
  await beginSettlements(at);
  await warnOfReturnRates(at);
}
