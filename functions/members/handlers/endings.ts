import { dateInChicago, showDate } from '../../../shared/calendar.ts';
import { members } from '../../../shared/contracts/members.ts';
import { currentPause, pauseChoice, pausedMember, resumedMember } from '../../../shared/members/standing.ts';
import { showMoney } from '../../../shared/money.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { emailEachAdministrator } from '../../administrators/notify-administrators.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { changeAndNotify } from '../change-and-notify.ts';
import {
  endConfirmation,
  endRecorded,
  memberEnd,
  pauseChanges,
  pauseEmail,
  resumeChanges,
} from '../../accounts/end-membership.ts';
import { findRequest, requestChange } from '../request-store.ts';
import { loadMember } from '../store.ts';

export const endingHandler = handle(members.ending, async ({ query, caller, now }) => {
  const member = await loadMember(query.memberId);
  const program = await mustLoadGroupMembership(member.partnerId);
  const today = dateInChicago(now);
  const pause = { current: currentPause(member, today) ?? null, ...pauseChoice(member, program, today) };
  try {
    const { ending } = await memberEnd(member, program, { who: caller.userId, now });
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
  await changeAndNotify(pauseEmail(after, now), changes, { caller, now, newId });
  const { from = '', to = '' } = currentPause(after, dateInChicago(now)) ?? {};
  return {
    success: true,
    message: `Your membership is paused from ${showDate(from)} and continues on ${showDate(to)}.`,
  };
});

export const resumeHandler = handle(members.resume, async ({ body, caller, now, newId }) => {
  const member = await loadMember(body.memberId);
  const program = await mustLoadGroupMembership(member.partnerId);
  const after = resumedMember(member, dateInChicago(now));
  const changes = await resumeChanges(member, after, program, { who: caller.userId, now });
  await changeAndNotify(pauseEmail(after, now), changes, { caller, now, newId });
  return { success: true, message: 'Your membership is active again.' };
});

export const endHandler = handle(members.end, async ({ body, caller, now, newId }) => {
  const member = await loadMember(body.memberId);
  const program = await mustLoadGroupMembership(member.partnerId);
  const { ending, changes } = await memberEnd(member, program, { who: caller.userId, now });
  const { kind, lastDay, refundTotal, refundBy } = ending;
  if (kind !== body.kind || lastDay !== body.lastDay || refundTotal !== body.refundTotal)
    throw new Refusal(
      'conflict',
      'What ending the membership does has changed. Nothing was changed. Reload the page and read it again.',
    );
  const recorded = await endRecorded(member, ending, now);
  await changeAndNotify(endConfirmation(member, ending, now), [...changes, ...recorded], {
    caller,
    now,
    newId,
  });
  if (refundBy)
    await emailEachAdministrator(() => ({
      subject: `Refund due by ${showDate(refundBy)}`,
      paragraphs: [
        `${member.firstName} ${member.lastName} canceled the membership within the right of cancellation.`,
        `Send the refund of ${showMoney(refundTotal)} once the withdrawal has settled, at the latest on ${showDate(refundBy)}.`,
      ],
      link: { title: 'View the member', path: `/admin/members/${member.id}` },
    }));
  return {
    success: true,
    message:
      kind === 'cancel'
        ? 'Your membership was canceled.'
        : `Your membership ends after ${showDate(lastDay)}.`,
    lastDay,
  };
});

export const endingReasonHandler = handle(members.endingReason, async ({ body, caller, now }) => {
  const before = await findRequest(body.memberId, 'ending');
  if (!before) throw new Refusal('not-found', 'This membership was not ended here.');
  await transact(
    ...requestChange(before, { ...before, note: body.reason }),
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
