import { Link } from 'react-router-dom';
import { apiVersions, supportedMonths } from '../../../shared/api-versions.ts';
import { pathTo } from '../../app/addresses.ts';
import { Card } from '../../ui/Card.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import './developers.css';

export default function ApiChangelogPage() {
  return (
    <div className="developer-page">
      <PageHeading
        title="API changelog"
        lead={
          <>
            Versions of the API, the newest first. See the <Link to={pathTo('developers')}>guide</Link> to
            begin.
          </>
        }
      />
      {apiVersions.map((version) => (
        <Card key={version.date} title={version.date}>
          <h3>Added</h3>
          <ul>
            {version.added.map((addition) => (
              <li key={addition}>{addition}</li>
            ))}
          </ul>
        </Card>
      ))}
      <Card title="How the API changes">
        <p>
          Send the header <code>Wellport-Version</code> with a date of this page to pin a version; without it,
          you receive the newest one. A version remains available for at least {supportedMonths} months after
          its successor.
        </p>
        <p>
          Every response has its version in the header <code>wellport-version</code>, and every event in its
          field <code>version</code>. New fields, events, and requests can appear at any time; ignore those
          that you do not know.
        </p>
      </Card>
    </div>
  );
}
