import { partners } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
import { activityRows, readerOf } from '../activity-rows.ts';
import { activityOf, activityOfMember } from '../activity-store.ts';
import {
  billingTypes,
  directFromBankAccount,
  newPartnerId,
  type Partner,
} from '../../../shared/partners/partner.ts';
import {
  loadPartner,
  pagesOfPartners,
  allPartners,
  listPartners,
  programsOf,
  nextPartnerId,
  savePartner,
} from '../store.ts';
import { facilityPayments } from '../../../shared/payments/payment-status.ts';
import { memberPaymentTypes, partnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { loadGroupMemberships } from '../../group-memberships/store.ts';
import { loadMember } from '../../members/store.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { testFlagGuard } from '../test-partner-store.ts';

export const activityHandler = handle(partners.activity, async ({ params, query, caller }) => {
  const reader = readerOf(caller);
  const { events, nextCursor } = await activityOf(params.partnerId, query, reader);
  return { items: await activityRows(events, reader), totalCount: null, nextCursor };
});

export const billingTypesHandler = handle(partners.billingTypes, async () => [...billingTypes]);

export const getHandler = handle(partners.get, async ({ query }) => loadPartner(query.partnerId));

export const listOfProgramPaymentTypeHandler = handle(
  partners.listOfProgramPaymentType,
  async ({ params, query }) => {
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
  },
);

export const listOfProgramTypeHandler = handle(partners.listOfProgramType, async ({ query }) => {
  const types: { id: number; name: string }[] = [];
  for await (const { id, name, programTypes } of allPartners())
    if (programTypes.includes(query.programTypeId)) types.push({ id: Number(id), name });
  return types;
});

export const listHandler = handle(partners.list, async ({ query }) => {
  const page = await listPartners(query);
  return { ...page, items: page.items.map((partner) => ({ ...partner, programs: programsOf(partner) })) };
});

export const memberActivityHandler = handle(partners.memberActivity, async ({ params, query, caller }) => {
  const member = await loadMember(params.memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  const reader = readerOf(caller);
  const { events, nextCursor } = await activityOfMember(member.id, query.cursor, reader);
  return { items: await activityRows(events, reader), totalCount: null, nextCursor };
});

export const saveHandler = handle(partners.save, async ({ body, caller, now }) => {
  const before = body.id === newPartnerId ? null : await loadPartner(body.id);
  if (before && body.version !== undefined && body.version !== before.version)
    throw new Refusal('conflict', 'Someone else changed this partner. Reload and try again.');
  const after: Partner = {
    ...body,
    id: before?.id ?? (await nextPartnerId()),
    address2: body.address2 ?? '',
    website: body.website ?? '',
    notes: body.notes ?? '',
    // programs of a partner are never removed (spec 2 §4)
    programTypes: [...new Set([...(before?.programTypes ?? []), ...body.programTypes])],
    partnerBillingTypeId: before?.partnerBillingTypeId ?? directFromBankAccount,
    payeeToken: before?.payeeToken ?? null,
    isTest: body.isTest ?? before?.isTest ?? false,
    version: before?.version ?? 0,
  };
  await savePartner(before, after, caller.userId, now, testFlagGuard(before, after));
  return {
    success: true,
    message: before ? `${after.name} was saved.` : `${after.name} was added.`,
    data: { ...after, version: after.version + 1 },
  };
});
