import { groupMemberships } from '../../shared/group-memberships/contract.ts';
import { validateGroupMembership, programOf } from '../../shared/group-memberships/group-membership-rules.ts';
import {
  countsFrom,
  periodsOfChange,
  signedBy,
  withTermsFrom,
} from '../../shared/group-memberships/terms-versions.ts';
import { Refusal } from '../../shared/refusal.ts';
import { nameOf } from '../platform/caller.ts';
import { handle } from '../platform/handle.ts';
import { loadStanding } from './standing.ts';
import { saveAndTell } from './save-and-tell.ts';
import { mustLoadGroupMembership } from './store.ts';

export const handler = handle(groupMemberships.update, async ({ body, caller, now, newId }) => {
  const before = await mustLoadGroupMembership(body.partnerId);
  if (body.version !== undefined && body.version !== before.version)
    throw new Refusal('conflict', 'Someone else changed this group membership. Reload and try again.');
  const standing = await loadStanding(body.partnerId, now);
  const changed = programOf(body, before);
  validateGroupMembership(before, changed, standing);
  const asked = { fromPeriod: body.fromPeriod, hasMembers: standing.anybodyInvitedOrEnrolled };
  const from = periodsOfChange(before, changed, asked, now);
  const terms = withTermsFrom(before, changed, from, standing.today);
  const after = signedBy(before, terms, nameOf(caller));
  const { told, jobId } = await saveAndTell(before, after, { ...asked, caller, now, newId });
  return {
    success: true,
    message: ['The group membership is saved.', countsFrom(from), told].filter(Boolean).join(' '),
    data: { ...after, version: after.version + 1 },
    ...(jobId !== undefined && { jobId }),
  };
});
