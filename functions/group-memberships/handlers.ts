import {
  affectedPayment,
  feesDiffer,
  launchMonths,
  formatAffectedPayments,
} from '../../shared/group-memberships/affected-payments.ts';
import {
  earliestPeriods,
  termsFor,
  countsFrom,
  periodsOfChange,
  signedBy,
  withTermsFrom,
  versionsOf,
  firstVersion,
} from '../../shared/group-memberships/terms-versions.ts';
import { nextPeriod, periodName, type PeriodId, dateInChicago } from '../../shared/calendar.ts';
import {
  isReserved,
  isOfKind,
  type PartnerPayment,
  facilityPayments,
} from '../../shared/payments/payment.ts';
import { partnerPaymentTypes, paymentsAtStart } from '../../shared/payments/payment-types.ts';
import { isReplaceable, regenerated } from '../../shared/payments/regeneration.ts';
import { currentPeriod } from '../../shared/periods/period.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadPartner } from '../partners/store.ts';
import { duePartnerPayment, partnerPaymentId } from '../payments/generation/due-partner-payments.ts';
import { facilityGeneration } from '../payments/generation/generation-kinds.ts';
import { previewPartnerLines } from '../payments/generation/preview-generation.ts';
import { reasonParts } from '../payments/reason-store.ts';
import { loadPayments, paymentAbsent, paymentChange } from '../payments/store.ts';
import {
  changedEvent,
  generatedNow,
  inputOf,
  type Affected,
  type Changing,
  type OfMonth,
  addLaunchPayments,
} from './launch-payments.ts';
import {
  type Standing,
  programOf,
  validateGroupMembership,
} from '../../shared/group-memberships/group-membership-rules.ts';
import { membershipCounts, wasEverEnrolled } from '../members/membership-count-store.ts';
import type {
  GroupMembership,
  GroupMembershipForm,
} from '../../shared/group-memberships/group-membership.ts';
import { nameOf, type Caller } from '../users/caller.ts';
import {
  mustLoadGroupMembership,
  groupMembershipChanged,
  loadGroupMembership,
  addGroupMembership,
} from './store.ts';
import {
  notifiedMembersText,
  promisedChanges,
  notifiedStatuses,
} from '../../shared/group-memberships/promised-terms.ts';
import { countMembersOfStatus } from '../employees/roster-store.ts';
import { beginJob } from '../jobs/begin.ts';
import { transact, writeAlone } from '../table/transact.ts';
import { groupMemberships } from '../../shared/contracts/group-memberships.ts';
import { handle } from '../handle.ts';
import { groupMembershipsProgram, programPaymentTypeName } from '../../shared/programs.ts';
import { requireProgramAllowed } from '../../shared/settings/feature-flags.ts';
import { loadFeatureFlags } from '../settings/store.ts';
import { beginGeneration } from '../payments/generation/generation.ts';

/** Returns what changed terms do to existing payments of open months, and to all months that a launch date crosses. */
async function loadAffected(changing: Changing): Promise<Affected> {
  const { before, after, now } = changing;
  const affected: Affected = { payments: [], generated: [], first: [], changes: [] };
  const current = currentPeriod(now);
  const moved = launchMonths(before, after);
  const periods: PeriodId[] = [];
  for (let period = earliestPeriods(now, false).fees; period <= current; period = nextPeriod(period))
    if (feesDiffer(before, after, period) && !moved.includes(period)) periods.push(period);
  if (periods.length === 0 && moved.length === 0) return affected;
  const partner = await loadPartner(after.partnerId);
  await addLaunchPayments(affected, { ...changing, partner });
  for (const periodId of periods) {
    for (const paymentTypeId of partnerPaymentTypes[after.programPaymentTypeId])
      await addPartnerPayment(affected, { ...changing, partner, paymentTypeId, periodId });
    await addFacilityPayments(affected, { ...changing, partner, paymentTypeId: facilityPayments, periodId });
  }
  return affected;
}

async function addPartnerPayment(affected: Affected, context: OfMonth): Promise<void> {
  const { after, partner, periodId, now } = context;
  const input = inputOf(context);
  const id = partnerPaymentId(input, partner.id);
  const [existing] = (await loadPayments([id])).filter((payment) => isOfKind(payment, 'partner'));
  if (!existing) {
    affected.changes.push(paymentAbsent(id, generatedNow));
    return;
  }
  const payments = { partner, groupMembership: termsFor(after, periodId) };
  // fees added by an administrator remain
  const { startupFee, renewalFee, facilityAccessFee, oneTimeFee, oneTimeFeeReason } = existing;
  const fees = { startupFee, renewalFee, facilityAccessFee, oneTimeFee, oneTimeFeeReason };
  const duePayment = await duePartnerPayment(payments, { ...input, fees }, existing.generationId, now);
  const outcome = duePayment && regenerated(existing, duePayment.payment);
  const row = affectedPayment(existing, duePayment?.payment, outcome);
  if (row && isReserved(existing)) throw new Refusal('conflict', reservedMessage(existing));
  if (row) affected.payments.push(row);
  if (!isReplaceable(existing) || outcome?.what === 'kept') return;
  const next = outcome?.after ?? null;
  if (duePayment) affected.first.push(...reasonParts(id, duePayment.memberIds));
  affected.changes.push(...paymentChange(existing, next), changedEvent(existing, next, context));
}

/** Message for a payment in an unsent file, which would return to Pending with the old amount if canceled. */
const reservedMessage = ({ paymentTypeId, periodId }: PartnerPayment): string =>
  `${paymentsAtStart(paymentTypeId)} for ${periodName(periodId)} are in an unsent bank file. Nothing was changed. Send or cancel the file first, or choose a later month for the change.`;

/** Facility payments of an open month exist only if an administrator generated them. */
async function addFacilityPayments(affected: Affected, context: OfMonth): Promise<void> {
  const { after, partner, periodId, now } = context;
  const input = inputOf(context);
  const ids = facilityGeneration.existingIds(input, partner.id);
  if ((await ids.next()).done) return;
  const payments = { partner, groupMembership: termsFor(after, periodId) };
  const { rows } = await previewPartnerLines(facilityGeneration, payments, input, now);
  if (rows.length === 0) return;
  affected.generated.push({ paymentTypeId: facilityPayments, periodId });
  affected.payments.push({
    paymentTypeId: facilityPayments,
    periodId,
    count: rows.length,
    before: rows.reduce((sum, row) => sum + (row.before ?? 0), 0),
    after: rows.reduce((sum, row) => sum + (row.after ?? 0), 0),
    unchangedReason: null,
    correction: null,
  });
}

/** Returns the state that limits the settings of a partner's program. */
async function loadStanding(partnerId: string, now: Date): Promise<Standing> {
  const { used, waiting } = await membershipCounts(partnerId);
  return { today: dateInChicago(now), membersAdded: used, anybodyInvitedOrEnrolled: used > waiting };
}

interface PlannedChange {
  before: GroupMembership;
  after: GroupMembership;
  hasMembers: boolean;
  /** Formatted first months of the change. */
  countsFrom: string;
  affected: Affected;
}

/** Validates a change of a program and returns it with its effects on existing payments; saves nothing. */
async function planChange(form: GroupMembershipForm, caller: Caller, now: Date): Promise<PlannedChange> {
  const before = await mustLoadGroupMembership(form.partnerId);
  if (form.version !== undefined && form.version !== before.version)
    throw new Refusal('conflict', 'Someone else changed this group membership. Reload and try again.');
  const standing = await loadStanding(form.partnerId, now);
  const changed = programOf(form, before);
  validateGroupMembership(before, changed, standing);
  const hasMembers = standing.anybodyInvitedOrEnrolled;
  // former members keep the terms of the months in which they were members
  const isPromised = hasMembers || (await wasEverEnrolled(form.partnerId));
  const request = { fromPeriod: form.fromPeriod, hasMembers: isPromised };
  const from = periodsOfChange(before, changed, request, now);
  const terms = withTermsFrom(before, changed, from, standing.today);
  const after = signedBy(before, terms, nameOf(caller));
  const affected = await loadAffected({ before, after, who: caller.userId, now });
  return { before, after, hasMembers, countsFrom: countsFrom(from), affected };
}

interface Saving {
  /** True if any member is invited or enrolled. */
  hasMembers: boolean;
  /** Effects of the change on existing payments. */
  affected: Affected;
  caller: Pick<Caller, 'userId'>;
  now: Date;
  newId: () => string;
}

/**
 * Saves a changed program together with its changed payments. If promised terms change, the same transaction starts the
 * job that notifies members. Returns the job and the formatted number of members, if any.
 */
async function saveAndNotify(
  before: GroupMembership,
  after: GroupMembership,
  { hasMembers, affected, caller, now, newId }: Saving,
): Promise<{ notified: string; jobId?: string }> {
  for (const write of affected.first) await writeAlone(write);
  const saved = [...groupMembershipChanged(before, after, caller.userId, now), ...affected.changes];
  const changes = promisedChanges(before, after);
  if (changes.length === 0 || !hasMembers) {
    await transact(...saved);
    return { notified: '' };
  }
  // the count is eventually consistent; the job reads the records
  const members = await countMembersOfStatus(after.partnerId, notifiedStatuses);
  const { jobId } = await beginJob(
    {
      id: newId(),
      kind: 'changed terms',
      input: { partnerId: after.partnerId, changes },
      total: members,
      message: 'Notifying members.',
      partnerId: after.partnerId,
    },
    caller,
    now,
    saved,
  );
  return members === 0 ? { notified: '' } : { notified: notifiedMembersText(members), jobId };
}

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

export const savePausesHandler = handle(groupMemberships.savePauses, async ({ body, caller, now }) => {
  const { partnerId, pausesPerYear, longestPauseMonths, version } = body;
  const before = await mustLoadGroupMembership(partnerId);
  const after = { ...before, pausesPerYear, longestPauseMonths };
  await transact(
    ...groupMembershipChanged({ ...before, version }, { ...after, version }, caller.userId, now),
  );
  return {
    success: true,
    message: pausesPerYear === 0 ? 'Pauses are turned off.' : 'The settings of pauses were saved.',
    data: { ...after, version: version + 1 },
  };
});

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
  const kind = paymentTypeId === facilityPayments ? 'facility' : 'member';
  try {
    await beginGeneration({ id: newId(), kind, input }, caller, now);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return [
      `${paymentsAtStart(paymentTypeId)} for ${periodName(periodId)} are being generated. Generate them again afterwards.`,
    ];
  }
}
