import { fullAddress } from '../../shared/facilities/facility.ts';
import { Icon } from '../ui/Icon.tsx';
import { PhoneText } from '../ui/PhoneText.tsx';
import './locator.css';

interface Club {
  address1: string;
  city: string;
  state: string;
  zipCode: string;
  contactNumber: string;
  website: string;
}

const shownSite = (address: string): string => new URL(address).host;

export const FacilityContact = ({ club }: { club: Club }) => (
  <ul className="club-contact">
    <li>
      <Icon name="pin" />
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(fullAddress(club))}`}
        target="_blank"
        rel="noreferrer"
      >
        {fullAddress(club)}
      </a>
    </li>
    {club.contactNumber && (
      <li>
        <Icon name="phone" />
        <PhoneText number={club.contactNumber} />
      </li>
    )}
    {club.website && (
      <li>
        <Icon name="external" />
        <a href={club.website} target="_blank" rel="noreferrer">
          {shownSite(club.website)}
        </a>
      </li>
    )}
  </ul>
);
