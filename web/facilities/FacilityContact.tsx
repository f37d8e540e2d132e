import { fullAddress } from '../../shared/facilities/facility.ts';
import { Icon } from '../ui/Icon.tsx';
import { PhoneText } from '../ui/formatted-text.tsx';
import './locator.css';
import type { ResponseOf } from '../../shared/endpoint.ts';
import type { members } from '../../shared/contracts/members.ts';
import { Card } from '../ui/Card.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

interface Facility {
  address1: string;
  city: string;
  state: string;
  zipCode: string;
  contactNumber: string;
  website: string;
}

const hostOf = (address: string): string => new URL(address).host;

export const FacilityContact = ({ facility }: { facility: Facility }) => (
  <ul className="club-contact">
    <li>
      <Icon name="pin" />
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(fullAddress(facility))}`}
        target="_blank"
        rel="noreferrer"
      >
        {fullAddress(facility)}
      </a>
    </li>
    {facility.contactNumber && (
      <li>
        <Icon name="phone" />
        <PhoneText number={facility.contactNumber} />
      </li>
    )}
    {facility.website && (
      <li>
        <Icon name="external" />
        <a href={facility.website} target="_blank" rel="noreferrer">
          {hostOf(facility.website)}
        </a>
      </li>
    )}
  </ul>
);

export type EnrolledFacility = ResponseOf<typeof members.facilityInfo>[number];

export const ActiveFacilityCard = ({ facility }: { facility: EnrolledFacility }) => (
  <Card title={facility.name} aside={<StatusBadge color="green" label="Active Club" />}>
    <FacilityContact facility={{ ...facility, address1: facility.address, contactNumber: facility.phone }} />
  </Card>
);
