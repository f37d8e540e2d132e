import { activityText, readerWithAccess } from '../../../shared/partners/activity.ts';
import type { ActivityReader } from '../../../shared/partners/activity-readers.ts';
import { emailAccessChange } from '../../users/invitation-email.ts';
import { loadUserNames } from '../../users/store.ts';
import { loadMembers, loadMember } from '../../members/store.ts';
import type { Caller } from '../../users/caller.ts';
import { accessOf } from '../../users/user.ts';
import { type PartnerEvent, activityOf, activityOfMember } from '../activity-store.ts';
import { partners, type ActivityRow } from '../../../shared/contracts/partners.ts';
import { handle } from '../../handle.ts';
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
import { facilityPayments } from '../../../shared/payments/payment.ts';
import { memberPaymentTypes, partnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { loadGroupMemberships } from '../../group-memberships/store.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { testFlagGuard } from '../test-partner-store.ts';

/** Returns the reader that a caller of an activity list is: by default the one with the least access. */
function readerOf({ role, user }: Pick<Caller, 'role' | 'user'>): ActivityReader {
  if (role === 'systemAdmin') return 'administrators';
  return readerWithAccess((user && accessOf(user)) ?? 'roster');
}

const memberOf = ({ subject }: PartnerEvent): string | undefined => /^member (.+)$/.exec(subject)?.[1];

/** Formats events with user and member names. Reasons for viewing full numbers are for administrators only. */
async function activityRows(events: readonly PartnerEvent[], reader: ActivityReader): Promise<ActivityRow[]> {
  const [users, members] = await Promise.all([
    loadUserNames(events.map(({ who }) => who)),
    loadMembers([...new Set(events.flatMap((event) => memberOf(event) ?? []))]),
  ]);
  const names = new Map(members.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
  return events.map((event) => ({
    id: `${event.subject} ${event.sk}`,
    when: event.when,
    who: users.get(event.who) ?? 'Wellport',
    text: activityText(event.name, { ...event, of: names.get(memberOf(event) ?? '') ?? 'a member' }),
    reason: reader === 'administrators' ? (event.after?.reason ?? null) : null,
  }));
}

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
  // notices about accounts and access go to this address
  if (before && before.email.toLowerCase() !== after.email.toLowerCase()) {
    const what = `changed the contact email of ${after.name} from ${before.email} to ${after.email}`;
    await emailAccessChange(caller, { partnerId: after.id, what, replaced: before.email });
  }
  return {
    success: true,
    message: before ? `${after.name} was saved.` : `${after.name} was added.`,
    data: { ...after, version: after.version + 1 },
  };
});
