import { now } from '../../platform/clock.ts';
import { warnOfReturnRates } from '../treasury/figures.ts';
import { beginSettlements } from '../settlement/begin-settlements.ts';
import { withSettings } from '../../table/deployed-settings.ts';

export const handler = withSettings(async (): Promise<void> => {
  const at = now();
  await beginSettlements(at);
  await warnOfReturnRates(at);
});
