import type { Facility } from '../facilities/facility.ts';
import type { Member } from './member.ts';

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
