import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { AudiencePage } from './AudiencePage.tsx';
import { members } from './audience-words.ts';
import { CallLink } from './CallsToAction.tsx';
import { FacilityFinder } from './ClubFinder.tsx';
import { PhoneWithFacility } from './pictures/audiences.tsx';

export default function ForMembersPage() {
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
