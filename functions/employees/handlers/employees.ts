import { dateInChicago, showLastDay } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { birthDateError } from '../../../shared/employees/employee-rows.ts';
import { newMember, invited, deleted, onHold } from '../../../shared/members/member.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership, loadGroupMembership } from '../../group-memberships/store.ts';
import { membershipCounts } from '../../members/membership-count-store.ts';
import { memberChanged } from '../../members/status-change.ts';
import { memberChange, loadMember, memberConflict } from '../../members/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { addMember } from '../add-members.ts';
import {
  withEmail,
  deactivatedMember,
  reactivatedMember,
  validateReassignment,
} from '../../../shared/employees/membership-rules.ts';
import { duesAfterPause } from '../../payments/generation/dues-of-member.ts';
import { revokeInvitation, leaveChanges, memberAfterEnd } from '../member-after-end.ts';
import {
  requireDeactivationAllowed,
  isReassignKeyFobEnabled,
} from '../../../shared/settings/feature-flags.ts';
import { loadFeatureFlags } from '../../settings/store.ts';
import { loadMembership, membershipName, saveStatus, loadUserOf } from '../key-fob-user.ts';
import { leaverCounted } from '../leaver-count-store.ts';
import { beginOnce } from '../../jobs/begin.ts';
import { runningJobs } from '../../jobs/store.ts';
import { scheduledTime, type ScheduleEvent } from '../../platform/clock.ts';
import { memberListSheet } from '../roster-store.ts';
import { withSettings } from '../../table/deployed-settings.ts';
import { sheetResponse } from '../../files/sheet-source.ts';
import { keyFobActivated, lostKeyFob, releasedKeyFob } from '../../../shared/employees/key-fob.ts';
import { lostKeyFobDone } from '../../members/request-done.ts';
import { keyFobChange, loadKeyFob } from '../store.ts';

export const addHandler = handle(employees.add, async ({ body, caller, now, newId }) => {
  const { partnerId, phone = null, dateOfBirth = null, ...named } = body;
  const wrong = birthDateError(body.dateOfBirth, dateInChicago(now));
  if (wrong) throw new Refusal('invalid', wrong, 'dateOfBirth');
  const member = newMember({ id: newId(), partnerId, ...named, phone, dateOfBirth });
  await transact(...(await addMember(member, { who: caller.userId, now })));
  return { success: true, message: `${named.firstName} ${named.lastName} was added.` };
});

export const changeEmailHandler = handle(employees.changeEmail, async ({ params, body, caller, now }) => {
  const member = await loadMember(params.memberId);
  caller.requireAccess({ partnerId: member.partnerId });
  if (body.id !== member.id)
    throw new Refusal('invalid', 'The request contains two different members.', 'id');
  if (body.oldEmail !== undefined && body.oldEmail !== member.email) throw memberConflict();
  const after = withEmail(member, body.email);
  await transact(
    ...memberChange(member, after),
    ...(await revokeInvitation(member)),
    auditWrite(
      {
        name: 'member email changed',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who: caller.userId,
        before: { email: member.email },
        after: { email: after.email },
      },
      now,
    ),
  );
  return {
    success: true,
    message:
      member.invitationStatus === invited
        ? 'The email was changed. The old invitation no longer works; invite the member again.'
        : 'The email was changed.',
  };
});

export const deactivateHandler = handle(employees.deactivate, async ({ body, caller, now }) => {
  requireDeactivationAllowed(await loadFeatureFlags());
  const { keyFob, member } = await loadMembership(body, caller);
  await saveStatus(keyFob, member, deactivatedMember(member, dateInChicago(now)), caller.userId, now);
  return { success: true, message: `The membership of ${membershipName(keyFob, member)} is on hold.` };
});

export const deleteEnrollmentHandler = handle(employees.deleteEnrollment, async ({ params, caller, now }) => {
  const member = await loadMember(params.groupMembershipEnrollmentId);
  caller.requireAccess({ partnerId: member.partnerId });
  const program = await mustLoadGroupMembership(member.partnerId);
  if (program.programPaymentTypeId !== params.programPaymentTypeId)
    throw new Refusal('invalid', 'This membership belongs to another kind of program. Reload the page.');
  const today = dateInChicago(now);
  const after = await memberAfterEnd(member, program, today);
  await transact(
    ...(await leaveChanges(member, after, caller.userId, now)),
    ...(await leaverCounted(member, { today, isApproved: caller.role === 'systemAdmin' })),
  );
  return {
    success: true,
    effectiveDate: after.leavingOn ?? '',
    message:
      after.invitationStatus === deleted
        ? 'The membership was deleted.'
        : `The membership ends on ${showLastDay(after.leavingOn)}.`,
  };
});

const who = { userId: 'end of membership' };

/** Starts the job that ends memberships after their last day, unless one is under way. */
export const endDueMembershipsHandler = withSettings(async (event: ScheduleEvent = {}): Promise<void> => {
  const at = scheduledTime(event);
  for await (const { kind } of runningJobs()) if (kind === 'due memberships') return;
  const input = { today: dateInChicago(at) };
  const id = `due-memberships-${at.getTime()}`;
  await beginOnce({ id, kind: 'due memberships', input, total: 0, message: 'Ending memberships.' }, who, at);
});

export const memberListHandler = handle(employees.memberList, async ({ query: { partnerId }, ...context }) =>
  sheetResponse(
    await memberListSheet({ partnerId }, context.now),
    { what: 'member list', input: { partnerId }, partnerId },
    context,
  ),
);

export const membershipCountHandler = handle(employees.membershipCount, async ({ query }) => {
  const [program, { used }] = await Promise.all([
    loadGroupMembership(query.partnerId),
    membershipCounts(query.partnerId),
  ]);
  return { used, allowed: program?.numberOfMemberships ?? 0 };
});

export const reactivateHandler = handle(employees.reactivate, async ({ body, caller, now }) => {
  const { keyFob, member } = await loadMembership(body, caller);
  if (member.endsOn && member.invitationStatus !== onHold) {
    const fields = ['endsOn'];
    await transact(
      ...memberChange(member, { ...member, endsOn: undefined }),
      memberChanged(member, { fields }, { who: caller.userId, now }),
    );
    return { success: true, message: `The membership of ${membershipName(keyFob, member)} continues.` };
  }
  const after = reactivatedMember(member, dateInChicago(now));
  const dues = await duesAfterPause(member, after, { who: caller.userId, now });
  await saveStatus(keyFob, member, after, caller.userId, now, dues);
  return { success: true, message: `The membership of ${membershipName(keyFob, member)} is active again.` };
});

export const reassignHandler = handle(employees.reassign, async ({ body, caller, now }) => {
  if (!isReassignKeyFobEnabled(await loadFeatureFlags()))
    throw new Refusal('invalid', 'Reassigning key fobs is turned off.');
  const { keyFob: old, member } = await loadUserOf(body.oldKeyFobNumber, caller);
  const next = await loadKeyFob(body.newKeyFobNumber);
  if (old.partnerId !== body.partnerId || next.partnerId !== body.partnerId)
    throw new Refusal('invalid', 'Both key fobs must belong to this partner.', 'newKeyFobNumber');
  validateReassignment(member, next);
  const lost = await lostKeyFobDone(member.id, old.number, next.number, now);
  const freed = releasedKeyFob(old, member.id, dateInChicago(now));
  await transact(
    ...(lost?.changes ?? []),
    ...memberChange(member, { ...member, keyFobNumber: next.number }),
    ...keyFobChange(old, lost ? lostKeyFob(old, member.id, lost.on) : freed),
    ...keyFobChange(next, { ...next, keyFobStatusId: keyFobActivated, memberId: member.id }),
    auditWrite(
      {
        name: 'key fob reassigned',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who: caller.userId,
        before: { number: old.number },
        after: { number: next.number },
      },
      now,
    ),
  );
  return { success: true, message: `Key fob ${old.number} was replaced with ${next.number}.` };
});
