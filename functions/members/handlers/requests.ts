import { members } from '../../../shared/contracts/members.ts';
import { handle } from '../../handle.ts';
import {
  pageOfRequests,
  findRequest,
  requestChange,
  requestDecided,
  requestsOfMember,
} from '../request-store.ts';
import { type MemberRequest, canReportKeyFob } from '../../../shared/members/member-request.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { forbidden } from '../../users/caller.ts';
import { changeAndNotify } from '../change-and-notify.ts';
import {
  acceptedFacilityChange,
  replacedKeyFob,
  requestAnsweredEmail,
  sendRequest,
} from '../request-email.ts';
import { loadMember } from '../store.ts';
import { isOnHold } from '../../../shared/facilities/facility.ts';
import { searchFacilities } from '../../facilities/store.ts';

export const requestsHandler = handle(members.requests, async ({ query, caller }) =>
  pageOfRequests(caller.role === 'systemAdmin' ? null : (caller.user?.partnerId ?? ''), query),
);

interface By {
  who: string;
  now: Date;
}

const requestDecidedEvent = (
  { memberId, kind, partnerId, status }: MemberRequest,
  answer: string,
  { who, now }: By,
) =>
  auditWrite(
    {
      name: 'member request decided',
      subject: `member ${memberId}`,
      partnerId,
      who,
      after: { kind, status, answer },
    },
    now,
  );

/** Records how a paid reimbursement of a canceled membership was recovered, or why not; the member is not emailed. */
async function recovered(
  request: MemberRequest,
  { accepted, reason }: { accepted: boolean; reason?: string | undefined },
  by: By,
) {
  if (reason === undefined) throw new Refusal('invalid', 'Reason is required.', 'reason');
  const after: MemberRequest = {
    ...request,
    status: accepted ? 'done' : 'declined',
    answer: `${request.answer} ${accepted ? 'Recovered' : 'Not recovered'}: ${reason}`,
    answeredAt: by.now.toISOString(),
  };
  await transact(...requestChange(request, after), requestDecidedEvent(after, reason, by));
  return { success: true, message: 'The request was closed.' };
}

export const answerRequestHandler = handle(
  members.answerRequest,
  async ({ params, body, caller, now, newId }) => {
    const { memberId, kind } = params;
    const request = await findRequest(memberId, kind);
    if (!request) throw new Refusal('not-found', 'Request not found.');
    caller.requireAccess({ partnerId: request.partnerId });
    if (kind !== 'lostKeyFob' && caller.role !== 'systemAdmin') throw forbidden();
    if (request.status !== 'open' || request.version !== body.version)
      throw new Refusal('conflict', requestDecided);
    if (kind === 'ending') return recovered(request, body, { who: caller.userId, now });
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
    const decided = requestDecidedEvent(after, message, { who: caller.userId, now });
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
  },
);

export const clubsToRequestHandler = handle(members.clubsToRequest, async ({ query }) => {
  const [member, facilities] = await Promise.all([
    loadMember(query.memberId),
    searchFacilities(query.searchTerm ?? '', { most: 20, afOnly: true }),
  ]);
  return facilities
    .filter((facility) => facility.id !== member.facilityId && !isOnHold(facility))
    .map(({ id, name, city, state }) => ({ id, name: `${name}, ${city}, ${state}` }));
});

export const ownRequestsHandler = handle(members.ownRequests, async ({ query: { memberId } }) => {
  const [member, requests] = await Promise.all([loadMember(memberId), requestsOfMember(memberId)]);
  return { requests, canReportKeyFob: canReportKeyFob(member) };
});

export const sendRequestHandler = handle(members.sendRequest, async ({ body, caller, now }) => {
  await sendRequest(body, caller.userId, now);
  return {
    success: true,
    message: 'Your request was sent. You will receive an email with the decision.',
  };
});
