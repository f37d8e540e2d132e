import { findRequest } from '../../../functions/members/request-store.ts';
import { sendRequest } from '../../../functions/members/send-request.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { RequestKind } from '../../../shared/members/requests/request.ts';
import { atInstant } from './past-work.ts';
import type { DemoPartner } from './partners.ts';
import { demoMember } from './scenario.ts';

const hour = 3_600_000;

interface DemoRequest {
  email: string;
  kind: RequestKind;
  note: string;
  hoursAgo: number;
}

const requests: readonly DemoRequest[] = [
  {
    email: demoMember.email,
    kind: 'lostKeyFob',
    note: 'I lost it on the way home from the club.',
    hoursAgo: 20,
  },
  {
    email: 'paying@wellport.test',
    kind: 'clubChange',
    note: 'I have moved to another city.',
    hoursAgo: 5,
  },
];

/**
 * Sends a lost key fob and a club change of two members with a login, by the portal's own endpoint. A repeated load finds
 * them sent.
 */
export async function demoMemberRequests(
  members: readonly Member[],
  partners: readonly DemoPartner[],
  now: Date,
): Promise<void> {
  for (const { email, kind, note, hoursAgo } of requests) {
    const member = members.find((candidate) => candidate.email === email);
    if (!member || (await findRequest(member.id, kind))) continue;
    const facilities = partners.find(({ partner }) => partner.id === member.partnerId)?.facilities ?? [];
    const to = facilities.find(({ id, isAf }) => isAf && id !== member.facilityId)?.id;
    const at = new Date(now.getTime() - hoursAgo * hour);
    const body = { memberId: member.id, kind, note, ...(kind === 'clubChange' && { facilityId: to }) };
    await atInstant(at, () => sendRequest(body, member.userId ?? '', at));
  }
}
