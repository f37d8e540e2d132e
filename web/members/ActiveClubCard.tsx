import type { ResponseOf } from '../../shared/endpoint.ts';
import type { members } from '../../shared/contracts/members.ts';
import { Card } from '../ui/Card.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { FacilityContact } from '../facilities/FacilityContact.tsx';

export type EnrolledFacility = ResponseOf<typeof members.facilityInfo>[number];

export const ActiveClubCard = ({ club }: { club: EnrolledFacility }) => (
  <Card title={club.name} aside={<StatusBadge color="green" label="Active Club" />}>
    <FacilityContact club={{ ...club, address1: club.address, contactNumber: club.phone }} />
  </Card>
);
