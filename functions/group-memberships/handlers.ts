import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import {
  earliestPeriods,
  versionsOf,
  firstVersion,
  signedBy,
} from '../../shared/group-memberships/terms-versions.ts';
import { membershipCounts, wasEverEnrolled } from '../members/membership-count-store.ts';
import { handle } from '../handle.ts';
import { mustLoadGroupMembership, loadGroupMembership, addGroupMembership } from './store.ts';
import { groupMembershipsProgram, programPaymentTypeName } from '../../shared/programs.ts';
import { loadPartner } from '../partners/store.ts';
import { loadStanding } from './standing.ts';
import { planChange } from './planned-change.ts';
import { validateGroupMembership, programOf } from '../../shared/group-memberships/group-membership-rules.ts';
import { requireProgramAllowed } from '../../shared/settings/flag-rules.ts';
import { nameOf, type Caller } from '../users/caller.ts';
import { loadFeatureFlags } from '../settings/store.ts';
import { formatAffectedPayments } from '../../shared/group-memberships/affected-payments.ts';
import { periodName } from '../../shared/calendar.ts';
import { facilityPayments } from '../../shared/payments/payment-status.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { Refusal } from '../../shared/refusal.ts';
import { beginGeneration } from '../payments/generation/generation.ts';
import { lists } from '../table/keys.ts';
import { saveAndNotify } from './save-and-notify.ts';

export const getHandler = handle(groupMemberships.get, async ({ query, now }) => {
  const [program, { used, waiting }, isPromised] = await Promise.all([
    mustLoadGroupMembership(query.partnerId),
    membershipCounts(query.partnerId),
    wasEverEnrolled(query.partnerId),
  ]);
  const hasMembers = used > waiting;
  return {
    ...program,
    versions: versionsOf(program),
    hasEnrolledOrInvitedMembers: hasMembers,
    changesFrom: earliestPeriods(now, hasMembers || isPromised),
  };
});

export const hasEnrolledOrInvitedMembersHandler = handle(
  groupMemberships.hasEnrolledOrInvitedMembers,
  async ({ query }) => {
    const { used, waiting } = await membershipCounts(query.partnerId);
    return used > waiting;
  },
);

export const isGroupMembershipAddedToPartnerHandler = handle(
  groupMemberships.isGroupMembershipAddedToPartner,
  async ({ query }) => (await loadPartner(query.partnerId)).programTypes.includes(groupMembershipsProgram),
);

export const limitsHandler = handle(groupMemberships.limits, async ({ query, now }) =>
  loadStanding(query.partnerId, now),
);

export const previewUpdateHandler = handle(groupMemberships.previewUpdate, async ({ body, caller, now }) => {
  const { countsFrom, affected } = await planChange(body, caller, now);
  return { countsFrom, payments: affected.payments };
});

export const programPaymentTypeHandler = handle(
  groupMemberships.programPaymentType,
  async ({ query }) => (await loadGroupMembership(query.partnerId))?.programPaymentTypeId ?? null,
);

export const saveHandler = handle(groupMemberships.save, async ({ body, caller, now }) => {
  requireProgramAllowed(await loadFeatureFlags(), body.programPaymentTypeId);
  const partner = await loadPartner(body.partnerId);
  const program = programOf(body, undefined);
  const standing = await loadStanding(partner.id, now);
  validateGroupMembership(undefined, program, standing);
  const versions = [firstVersion(program, standing.today)];
  const first = signedBy(undefined, { ...program, versions }, nameOf(caller));
  await addGroupMembership(partner, first, caller.userId, now);
  return {
    success: true,
    message: `The ${programPaymentTypeName(program.programPaymentTypeId)} program was created.`,
    data: { ...first, version: first.version + 1 },
  };
});

export const updateHandler = handle(groupMemberships.update, async ({ body, caller, now, newId }) => {
  const { before, after, hasMembers, countsFrom, affected } = await planChange(body, caller, now);
  const { notified: recipient, jobId } = await saveAndNotify(before, after, {
    hasMembers,
    affected,
    caller,
    now,
    newId,
  });
  const delayed: string[] = [];
  for (const payments of affected.generated)
    delayed.push(...(await generateAgain(after, payments, { caller, now, newId })));
  const differences = affected.payments.map(formatAffectedPayments);
  return {
    success: true,
    message: ['The group membership was saved.', countsFrom, ...differences, ...delayed, recipient]
      .filter(Boolean)
      .join(' '),
    data: { ...after, version: after.version + 1 },
    ...(jobId !== undefined && { jobId }),
  };
});

/**
 * Starts the generation. If another one of the list is running, returns the payments that
 * an administrator must generate again afterwards.
 */
async function generateAgain(
  { partnerId, programPaymentTypeId }: { partnerId: string; programPaymentTypeId: 1 | 2 | 3 },
  { paymentTypeId, periodId }: { paymentTypeId: number; periodId: string },
  { caller, now, newId }: { caller: Caller; now: Date; newId: () => string },
): Promise<string[]> {
  const input = { programPaymentTypeId, paymentTypeId, periodId, partnerId, fees: null, onlyMissing: false };
  const job =
    paymentTypeId === facilityPayments
      ? ({ kind: 'facility payments', list: lists.facilityPayments(programPaymentTypeId, periodId) } as const)
      : ({
          kind: 'member payments',
          list: lists.memberPayments(programPaymentTypeId, paymentTypeId, 'all', periodId),
        } as const);
  try {
    await beginGeneration({ id: newId(), ...job, input }, caller, now);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [
      `${paymentTypeName(paymentTypeId)} for ${periodName(periodId)} are being generated. Generate them again afterwards.`,
    ];
  }
}
