import { now } from '../../platform/clock.ts';
import { warnOfReturnRates } from '../treasury/figures.ts';
import { beginSettlements } from '../settlement/begin-settlements.ts';

export async function handler(): Promise<void> {
  const at = now();
  await beginSettlements(at);
  await warnOfReturnRates(at);
}
