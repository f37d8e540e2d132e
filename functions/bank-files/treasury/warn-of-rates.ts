import { log } from '../../platform/log.ts';
import { flowRates } from './figures.ts';

/** Logs an error for the alarm when a flow's return rate is at or above half of the Nacha limit. */
export async function warnOfReturnRates(now: Date): Promise<void> {
  for (const { bankFlow, originated, returned, levels } of await flowRates(now))
    for (const { measure, level } of levels)
      if (level !== 'ok')
        log('error', 'return rate is above half of its limit', {
          bankFlow,
          measure,
          isOver: level === 'over',
          originated,
          returned: returned[measure],
        });
}
