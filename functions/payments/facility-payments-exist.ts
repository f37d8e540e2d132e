import { payments } from '../../shared/payments/contract.ts';
import { handle } from '../platform/handle.ts';
import { countOf } from '../table/list.ts';
import { facilityPaymentsList } from './lists/payment-lists.ts';
import { partnerGroup } from './lists/totals.ts';

export const handler = handle(payments.facilityPaymentsExist, async ({ query }) => {
  const { name } = facilityPaymentsList({
    programPaymentTypeId: query.programPaymentTypeId,
    periodId: query.periodId,
  });
  const partnerId = query.partnerId;
  return { doPaymentsExist: (await countOf(partnerId === 'all' ? name : partnerGroup(name, partnerId))) > 0 };
});
