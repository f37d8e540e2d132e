import { dateInChicago, showDate, type CalendarDate } from '../../../shared/calendar.ts';
import { pauseEffectOf, resumeEffectOf, type PauseEffect } from '../../../shared/accounts/pause.ts';
import { members } from '../../../shared/contracts/members.ts';
import {
  currentPause,
  isEnrolled,
  offersPauses,
  pauseChoice,
  pausedMember,
  resumedMember,
} from '../../../shared/members/standing.ts';
import type { GroupMembership } from '../../../shared/group-memberships/group-membership.ts';
import type { Member } from '../../../shared/members/member.ts';
import { isOfKind, memberDues } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { duesWithoutDay } from '../../payments/generation/dues-of-member.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import type { Caller } from '../../users/caller.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { changeAndNotify } from '../change-and-notify.ts';
import { endConfirmation, pauseEmail } from '../../accounts/account-emails.ts';
import {
  memberEnd,
  notifyOfEnd,
  pauseChanges,
  resumeChanges,
  resumePayments,
} from '../../accounts/end-membership.ts';
import { findRequest, requestChange } from '../request-store.ts';
import { loadMember } from '../store.ts';

/** Returns the day of a notice in writing. Throws ('invalid') if an administrator states none, or a later day than today. */
function noticeOf(
  { noticeOn }: { noticeOn?: string | undefined },
  { role }: Pick<Caller, 'role'>,
  today: CalendarDate,
): CalendarDate | undefined {
  if (role !== 'systemAdmin') return undefined;
  if (noticeOn === undefined) throw new Refusal('invalid', 'Day of Notice is required.', 'noticeOn');
  if (noticeOn > today) throw new Refusal('invalid', 'The day of notice is in the future.', 'noticeOn');
  return noticeOn;
}

/** Returns the current pause with the effects of its end, or the possible pauses with their effects. */
async function pauseOf(member: Member, program: GroupMembership, now: Date) {
  const today = dateInChicago(now);
  const current = (isEnrolled(member) && currentPause(member, today)) || null;
  const choice = pauseChoice(member, program, today);
  const isOffered = offersPauses(program) && isEnrolled(member);
  const effects = await Promise.all(
    choice.months.map((months) =>
      effectOfPause(member, pausedMember(member, program, { months, today }), program, now),
    ),
  );
  if (!current) return { current, ...choice, isOffered, effects };
  try {
    const after = resumedMember(member, today);
    const resumed = await resumePayments(member, after, program, now);
    return {
      current,
      ...choice,
      isOffered,
      effects: [resumeEffectOf({ member, after, program, today }, resumed)],
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { current, ...choice, refusal: error.message, isOffered, effects };
  }
}

async function effectOfPause(
  member: Member,
  after: Member,
  program: GroupMembership,
  now: Date,
): Promise<PauseEffect> {
  const { removed, canceled, paidBack, refunding, reserved } = await duesWithoutDay(member, after, now);
  const refunded = [
    ...paidBack.map(({ dues }) => dues),
    ...refunding,
    ...reserved.filter((payment) => isOfKind(payment, 'member')),
  ];
  const open = [...removed, ...canceled.map(({ before }) => before)].filter(
    ({ paymentTypeId }) => paymentTypeId === memberDues,
  );
  return pauseEffectOf({ member, after, program, today: dateInChicago(now) }, { open, refunded });
}

export const endingHandler = handle(members.ending, async ({ query, caller, now }) => {
  const member = await loadMember(query.memberId);
  const program = await mustLoadGroupMembership(member.partnerId);
  const today = dateInChicago(now);
  const pause = await pauseOf(member, program, now);
  const noticeOn = noticeOf(query, caller, today);
  try {
    const { ending } = await memberEnd(member, program, { who: caller.userId, now, noticeOn });
    return { ending, refusal: null, pause };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ending: null, refusal: error.message, pause };
  }
});

export const pauseHandler = handle(members.pause, async ({ body, caller, now, newId }) => {
  const member = await loadMember(body.memberId);
  const program = await mustLoadGroupMembership(member.partnerId);
  const after = pausedMember(member, program, { months: body.months, today: dateInChicago(now) });
  const changes = await pauseChanges(member, after, { who: caller.userId, now });
  const effect = await effectOfPause(member, after, program, now);
  await changeAndNotify(pauseEmail(after, effect, now), changes, { caller, now, newId });
  const { from = '', to = '' } = currentPause(after, dateInChicago(now)) ?? {};
  return {
    success: true,
    message: `Your membership is paused from ${showDate(from)} and continues on ${showDate(to)}.`,
  };
});

export const resumeHandler = handle(members.resume, async ({ body, caller, now, newId }) => {
  const member = await loadMember(body.memberId);
  const program = await mustLoadGroupMembership(member.partnerId);
  const today = dateInChicago(now);
  const after = resumedMember(member, today);
  const resumed = await resumePayments(member, after, program, now);
  const changes = resumeChanges(member, after, resumed, { who: caller.userId, now });
  const effect = resumeEffectOf({ member, after, program, today }, resumed);
  await changeAndNotify(pauseEmail(after, effect, now), changes, { caller, now, newId });
  return { success: true, message: 'The pause was ended.' };
});

export const endHandler = handle(members.end, async ({ body, caller, now, newId }) => {
  const member = await loadMember(body.memberId);
  const program = await mustLoadGroupMembership(member.partnerId);
  const noticeOn = noticeOf(body, caller, dateInChicago(now));
  const end = await memberEnd(member, program, { who: caller.userId, now, noticeOn });
  const { ending, changes, isComplete } = end;
  const { kind, lastDay, refundTotal } = ending;
  if (kind !== body.kind || lastDay !== body.lastDay || refundTotal !== body.refundTotal)
    throw new Refusal(
      'conflict',
      'What ending the membership does has changed. Nothing was changed. Reload the page and read it again.',
    );
  const email = endConfirmation(member, ending, now, noticeOn);
  await changeAndNotify(email, changes, { caller, now, newId }, { isComplete });
  await notifyOfEnd(member, ending);
  return {
    success: true,
    message: `${noticeOn ? 'The' : 'Your'} membership ${kind === 'cancel' ? 'was canceled' : `${lastDay < dateInChicago(now) ? 'ended' : 'ends'} after ${showDate(lastDay)}`}.`,
    lastDay,
  };
});

export const endingReasonHandler = handle(members.endingReason, async ({ body, caller, now }) => {
  const before = await findRequest(body.memberId, 'ending');
  if (!before) throw new Refusal('not-found', 'This membership was not ended here.');
  await transact(
    ...requestChange(before, { ...before, note: body.reason ?? '' }),
    auditWrite(
      {
        name: 'member request sent',
        subject: `member ${body.memberId}`,
        partnerId: before.partnerId,
        who: caller.userId,
        after: { kind: 'ending' },
      },
      now,
    ),
  );
  return { success: true, message: 'Thank you. Your reason was saved.' };
});
