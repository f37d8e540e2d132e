import { Refusal } from '../../shared/refusal.ts';
import type { Redeemer } from '../../shared/vouchers/redemption/redemption.ts';
import { findFacility } from '../facilities/store.ts';
import type { Caller } from '../users/caller.ts';

/** Returns the club of the caller's record; throws if there is none. */
export async function redeemerOf({ user }: Caller): Promise<Redeemer> {
  const facility = user?.facilityId ? await findFacility(user.facilityId) : undefined;
  if (!user || !facility)
    throw new Refusal(
      'invalid',
      'Your account has no club. Contact your administrator. Nothing was redeemed.',
    );
  return {
    userId: user.id,
    name: `${user.firstName} ${user.lastName}`.trim(),
    facilityId: facility.id,
    facilityNumber: facility.facilityNumber,
    facilityName: facility.name,
  };
}
