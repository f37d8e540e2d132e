import { paths, pathTo } from '../../app/addresses.ts';
import { Link } from 'react-router-dom';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { showLongDate } from './documents/legal-text.ts';
import './legal.css';
import './archive.css';

const archivedDocuments = [
  {
    name: 'Privacy Notice',
    dated: '2023-08-24',
    path: paths.privacyNotice2023,
    says: 'One notice for everyone, with a section for California. Replaced on March 14, 2024.',
  },
  {
    name: 'California Privacy Policy',
    dated: '2023-01-10',
    path: paths.californiaPrivacyPolicy2023,
    says: 'Additions of California law to the policy of the same day. Replaced on August 24, 2023.',
  },
  {
    name: 'Privacy Policy',
    dated: '2023-01-10',
    path: paths.privacyPolicy2023,
    says: 'The general policy. Replaced on August 24, 2023.',
  },
] as const;

export default function ArchiveIndexPage() {
  return (
    <>
      <PageHeading
        title="Privacy Policy Archive Index"
        lead={
          <span className="legal-lead">
            Earlier versions of what we said about privacy. What applies today is in our{' '}
            <Link to={pathTo('privacy')}>Privacy Notice</Link>.
          </span>
        }
      />
      <ul className="archive">
        {archivedDocuments.map(({ name, dated, path, says }) => (
          <li key={path} className="card">
            <Link to={path}>
              {name} {showLongDate(dated)}
            </Link>
            <p>{says}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
