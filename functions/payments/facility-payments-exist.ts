import { payments } from '../../shared/payments/contract.ts';
import { handle } from '../platform/handle.ts';
import { countOf } from '../table/list.ts';
import { facilityPaymentsList } from './payment-lists.ts';
import { partnerAsked } from './payment-pages.ts';
import { partnerGroup } from './totals.ts';

export const handler = handle(payments.facilityPaymentsExist, async ({ query }) => {
  const { name } = facilityPaymentsList({
    programPaymentTypeId: query.programPaymentTypeId,
    periodId: query.periodId,
  });
  const partnerId = partnerAsked(query.partnerId);
  return { doPaymentsExist: (await countOf(partnerId ? partnerGroup(name, partnerId) : name)) > 0 };
});
