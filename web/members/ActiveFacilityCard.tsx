import type { ResponseOf } from '../../shared/endpoint.ts';
import type { members } from '../../shared/contracts/members.ts';
import { Card } from '../ui/Card.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FacilityContact } from '../facilities/FacilityContact.tsx';

export type EnrolledFacility = ResponseOf<typeof members.facilityInfo>[number];

export const ActiveFacilityCard = ({ facility }: { facility: EnrolledFacility }) => (
  <Card title={facility.name} aside={<StatusBadge color="green" label="Active Club" />}>
    <FacilityContact facility={{ ...facility, address1: facility.address, contactNumber: facility.phone }} />
  </Card>
);
