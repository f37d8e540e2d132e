import { now } from '../platform/clock.ts';
import { beginSettlements } from './settlement/begin-settlements.ts';

/** Completes the payments that can no longer come back in the usual time. */
export async function handler(): Promise<void> {
  await beginSettlements(now());
}
