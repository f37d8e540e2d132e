import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { AudiencePage } from './AudiencePage.tsx';
import { insurers } from './audience-words.ts';
import { CallLink } from './CallsToAction.tsx';
import { Shield } from './pictures/audiences.tsx';

export default function ForInsurersPage() {
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
