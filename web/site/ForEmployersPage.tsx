import { Link } from 'react-router-dom';
import { pathTo } from '../app/addresses.ts';
import { Icon } from '../ui/Icon.tsx';
import { AudiencePage } from './AudiencePage.tsx';
import { employers } from './audience-words.ts';
import { CallLink } from './CallsToAction.tsx';
import { Roster } from './pictures/audiences.tsx';

export default function ForEmployersPage() {
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
