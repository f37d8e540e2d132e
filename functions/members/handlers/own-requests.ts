import { members } from '../../../shared/contracts/members.ts';
import { canReportKeyFob } from '../../../shared/members/requests/request.ts';
import { handle } from '../../handle.ts';
import { requestsOfMember } from '../request-store.ts';
import { loadMember } from '../store.ts';

export const handler = handle(members.ownRequests, async ({ query: { memberId } }) => {
  const [member, requests] = await Promise.all([loadMember(memberId), requestsOfMember(memberId)]);
  return { requests, canReportKeyFob: canReportKeyFob(member) };
});
