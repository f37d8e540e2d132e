import type { Facility } from '../facilities/facility.ts';
import type { Member } from './member.ts';

/** What a member's record says of the club they are at. */
export const atFacility = ({
  id,
  name,
  isAf,
  isPpv,
}: Facility): Pick<Member, 'facilityId' | 'facilityName' | 'facilityIsAf' | 'facilityIsPpv'> => ({
  facilityId: id,
  facilityName: name,
  facilityIsAf: isAf,
  facilityIsPpv: isPpv ?? false,
});
