import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { AudiencePage } from './AudiencePage.tsx';
import { facilities } from './audience-words.ts';
import { CallLink } from './CallsToAction.tsx';
import { Facility } from './pictures/audiences.tsx';

export default function ForFacilitiesPage() {
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
