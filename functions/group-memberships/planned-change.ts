import type {
  GroupMembership,
  GroupMembershipForm,
} from '../../shared/group-memberships/group-membership.ts';
import { programOf, validateGroupMembership } from '../../shared/group-memberships/group-membership-rules.ts';
import {
  countsFrom,
  periodsOfChange,
  signedBy,
  withTermsFrom,
} from '../../shared/group-memberships/terms-versions.ts';
import { Refusal } from '../../shared/refusal.ts';
import { wasEverEnrolled } from '../members/membership-count-store.ts';
import { nameOf, type Caller } from '../users/caller.ts';
import type { Affected } from './affected-month.ts';
import { loadAffected } from './affected-payments.ts';
import { loadStanding } from './standing.ts';
import { mustLoadGroupMembership } from './store.ts';

interface PlannedChange {
  before: GroupMembership;
  after: GroupMembership;
  hasMembers: boolean;
  /** Formatted first months of the change. */
  countsFrom: string;
  affected: Affected;
}

/** Validates a change of a program and returns it with its effects on existing payments; saves nothing. */
export async function planChange(
  form: GroupMembershipForm,
  caller: Caller,
  now: Date,
): Promise<PlannedChange> {
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
