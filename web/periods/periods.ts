import type { Answer } from '../../shared/endpoint.ts';
import { periods } from '../../shared/periods/contract.ts';
import { useEndpoint, type Loaded } from '../data.ts';

type Periods = Loaded<Answer<typeof periods.untilCurrent>>;

/** The months on offer: closed ones, or every one until the current (spec 3 §4, "Periods offered"). */
export function usePeriods(which: 'closed' | 'until current'): Periods {
  const closed = useEndpoint(periods.closedUsagePeriods, which === 'closed' ? {} : null);
  const all = useEndpoint(periods.untilCurrent, which === 'closed' ? null : {});
  return which === 'closed' ? closed : all;
}
