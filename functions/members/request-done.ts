import { dateInChicago } from '../../shared/calendar.ts';
import type { MemberRequest } from '../../shared/members/member-request.ts';
import type { Change } from '../table/write.ts';
import { findRequest, requestChange } from './request-store.ts';

const done = (request: MemberRequest, response: string, now: Date): Change[] =>
  requestChange(request, { ...request, status: 'done', answer: response, answeredAt: now.toISOString() });

/** Returns the writes that close an open request for a club to which the member is transferred. */
export async function facilityChangeDone(
  memberId: string,
  to: { id: string; name: string },
  now: Date,
): Promise<Change[]> {
  const request = await findRequest(memberId, 'clubChange');
  return request?.status === 'open' && request.facilityId === to.id
    ? done(request, `Your club is ${to.name}.`, now)
    : [];
}

/** Returns the day of an open report of a lost key fob, and the writes that close it; undefined without a report. */
export async function lostKeyFobDone(
  memberId: string,
  lostNumber: string,
  number: string,
  now: Date,
): Promise<{ on: string; changes: Change[] } | undefined> {
  const request = await findRequest(memberId, 'lostKeyFob');
  if (request?.status !== 'open' || request.lostNumber !== lostNumber) return undefined;
  return {
    on: dateInChicago(new Date(request.requestedAt)),
    changes: done(request, `Your key fob is ${number}.`, now),
  };
}
