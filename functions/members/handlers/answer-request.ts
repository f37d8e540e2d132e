import { members } from '../../../shared/contracts/members.ts';
import type { MemberRequest } from '../../../shared/members/requests/request.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { forbidden } from '../../users/caller.ts';
import { changeAndNotify } from '../change-and-notify.ts';
import { acceptedFacilityChange, replacedKeyFob } from '../request-decision.ts';
import { requestAnsweredEmail } from '../request-email.ts';
import { findRequest, requestChange, requestDecided } from '../request-store.ts';
import { loadMember } from '../store.ts';

export const handler = handle(members.answerRequest, async ({ params, body, caller, now, newId }) => {
  const { memberId, kind } = params;
  const request = await findRequest(memberId, kind);
  if (!request) throw new Refusal('not-found', 'Request not found.');
  caller.requireAccess({ partnerId: request.partnerId });
  if (kind === 'clubChange' && caller.role !== 'systemAdmin') throw forbidden();
  if (request.status !== 'open' || request.version !== body.version)
    throw new Refusal('conflict', requestDecided);
  const acceptance = { request, member: await loadMember(memberId), who: caller.userId, now };
  const { message, changes } = !body.accepted
    ? { message: body.reason ?? '', changes: [] }
    : kind === 'clubChange'
      ? await acceptedFacilityChange(acceptance)
      : await replacedKeyFob(acceptance, body.newNumber);
  const after: MemberRequest = {
    ...request,
    status: body.accepted ? 'done' : 'declined',
    answer: message,
    answeredAt: now.toISOString(),
  };
  const decided = auditWrite(
    {
      name: 'member request decided',
      subject: `member ${memberId}`,
      partnerId: request.partnerId,
      who: caller.userId,
      after: { kind, status: after.status, answer: message },
    },
    now,
  );
  await changeAndNotify(
    requestAnsweredEmail(after),
    [...requestChange(request, after), ...changes, decided],
    {
      caller,
      now,
      newId,
    },
  );
  return { success: true, message: `The request is ${after.status}. We email ${request.memberName}.` };
});
