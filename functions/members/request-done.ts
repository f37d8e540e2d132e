import { dateInChicago, showDate } from '../../shared/calendar.ts';
import { fullAddress, type Facility } from '../../shared/facilities/facility.ts';
import type { MemberRequest } from '../../shared/members/member-request.ts';
import type { Change } from '../table/write.ts';
import { findRequest, requestChange } from './request-store.ts';

const done = (request: MemberRequest, response: string, now: Date): Change[] =>
  requestChange(request, { ...request, status: 'done', answer: response, answeredAt: now.toISOString() });

/** Returns what a transfer on the day of `now` changes for the member, and what stays. */
export const newClubText = (to: Facility, now: Date): string =>
  `From ${showDate(dateInChicago(now))}, your home club is ${to.name}, ${fullAddress(to)}. You keep your key fob or access pass, your agreement, and your dues.`;

/** Returns the writes that close an open request for a club to which the member is transferred. */
export async function facilityChangeDone(memberId: string, to: Facility, now: Date): Promise<Change[]> {
  const request = await findRequest(memberId, 'clubChange');
  return request?.status === 'open' && request.facilityId === to.id
    ? done(request, newClubText(to, now), now)
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
