import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { AudiencePage } from './AudiencePage.tsx';
import { employers, facilities, insurers, members } from './audience-words.ts';
import { CallLink } from './CallsToAction.tsx';
import { Roster, Facility, Shield, PhoneWithFacility } from './pictures/audiences.tsx';
import { FacilityFinder } from './ClubFinder.tsx';

export function ForEmployersPage() {
  return (
    <AudiencePage
      words={employers}
      picture={<Roster />}
      action={
        <>
          <CallLink call="requestDemo" kind="action" />
          <Link className="arrow-link" to={pathTo('contactUs')}>
            Contact us
            <Icon name="arrow-right" size={16} />
          </Link>
        </>
      }
    />
  );
}

export function ForFacilitiesPage() {
  return (
    <AudiencePage
      words={facilities}
      picture={<Facility />}
      action={
        <>
          <CallLink call="facilitySignUp" kind="action" />
          <Link className="arrow-link" to={pathTo('contactUs')}>
            Contact us
            <Icon name="arrow-right" size={16} />
          </Link>
        </>
      }
    />
  );
}

export function ForInsurersPage() {
  return (
    <AudiencePage
      words={insurers}
      picture={<Shield />}
      action={
        <>
          <CallLink call="requestDemo" kind="action" />
          <Link className="arrow-link" to={pathTo('contactUs')}>
            Contact us
            <Icon name="arrow-right" size={16} />
          </Link>
        </>
      }
    />
  );
}

export function ForMembersPage() {
  return (
    <AudiencePage
      words={members}
      picture={<PhoneWithFacility />}
      action={
        <>
          <CallLink call="memberActivation" kind="action" />
          <Link className="arrow-link" to={pathTo('nominateClub')}>
            Nominate a club
            <Icon name="arrow-right" size={16} />
          </Link>
        </>
      }
    >
      <FacilityFinder />
    </AudiencePage>
  );
}
