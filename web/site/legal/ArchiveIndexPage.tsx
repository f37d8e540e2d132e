import { Link } from 'react-router-dom';
import { pathTo } from '../../app/addresses.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { showLongDate } from './documents/legal-text.ts';
import { archivedDocuments } from './documents/archived-documents.ts';
import './legal.css';
import './archive.css';

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
