import type { ResponseOf } from '../../shared/endpoint.ts';
import { memberDues } from '../../shared/payments/payment.ts';
import { periods } from '../../shared/contracts/periods.ts';
import { useEndpoint, type Loaded } from '../app/data.ts';

type Periods = Loaded<ResponseOf<typeof periods.untilCurrent>>;

/** Returns the available months: closed, until the current month, or with dues in collection (spec 3 §4). */
export function usePeriods(which: 'closed' | 'until current' | 'dues'): Periods {
  const closed = useEndpoint(periods.closedUsagePeriods, which === 'closed' ? {} : null);
  const query = which === 'dues' ? { paymentTypeId: memberDues } : {};
  const all = useEndpoint(periods.untilCurrent, which === 'closed' ? null : { query });
  return which === 'closed' ? closed : all;
}
