import { rightAt, signingDay, type StateRight } from '../../shared/enrollment/cancellation-rights.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import type { Member } from '../../shared/members/member.ts';
import { findFacility } from '../facilities/store.ts';
import { now } from '../platform/clock.ts';
import { cancellationOverrides } from '../settings/store.ts';

/** Returns the right of cancellation of an enrolled member: of the club's state or the member's address. */
export async function cancellationRight(member: Member): Promise<StateRight & { until: string }> {
  const facility = member.facilityId === null ? undefined : await findFacility(member.facilityId);
  return rightAt(facility, member, signedOn(member), cancellationOverrides());
}

/** A later signature, such as that of a new version, does not begin another right. */
function signedOn({ enrolledOn, agreement }: Member): string {
  const signedAt = agreement && new Date(agreement.signedAt);
  const isFirst = signedAt && dateInChicago(signedAt) === enrolledOn;
  return isFirst ? signingDay(signedAt) : (enrolledOn ?? dateInChicago(now()));
}
