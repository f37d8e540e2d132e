import { partners } from '../../../shared/contracts/partners.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import { memberPaymentTypes, partnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { loadGroupMemberships } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { pagesOfPartners } from '../store.ts';

export const handler = handle(partners.listOfProgramPaymentType, async ({ params, query }) => {
  const { programPaymentTypeId: program } = params;
  const offered = [facilityPayments, ...partnerPaymentTypes[program], ...memberPaymentTypes[program]];
  if (query.paymentType !== undefined && !offered.includes(query.paymentType)) return [];
  const paymentTypes: { id: number; name: string }[] = [];
  for await (const page of pagesOfPartners()) {
    const terms = await loadGroupMemberships(page.map(({ id }) => id));
    const ofType = new Set(
      terms.filter((candidate) => candidate.programPaymentTypeId === program).map((item) => item.partnerId),
    );
    for (const { id, name, partnerBillingTypeId } of page)
      if (ofType.has(id) && (query.partnerBillingType ?? partnerBillingTypeId) === partnerBillingTypeId)
        paymentTypes.push({ id: Number(id), name });
  }
  return paymentTypes;
});
