import { Link } from 'react-router-dom';
import { apiVersions, deprecationMonths } from '../../../shared/integrations/developers/versions.ts';
import { pathTo } from '../../app/addresses.ts';
import { Card } from '../../ui/Card.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import './developers.css';

const parts = [
  ['added', 'Added'],
  ['changed', 'Changed'],
  ['deprecated', 'Deprecated'],
] as const;

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
          {parts.map(([part, label]) =>
            version[part].length === 0 ? null : (
              <section key={part}>
                <h3>{label}</h3>
                <ul>
                  {version[part].map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </section>
            ),
          )}
        </Card>
      ))}
      <Card title="How the API changes">
        <p>
          Send the header <code>Wellport-Version</code> with a date of this page to pin a version; without it,
          you receive the newest one. A version remains available for at least {deprecationMonths} months
          after its successor, and its responses then have the headers <code>Deprecation</code> and{' '}
          <code>Sunset</code>.
        </p>
        <p>
          Every response has its version in the header <code>wellport-version</code>, and every event in its
          field <code>version</code>. New fields, events, and requests can appear at any time; ignore those
          that you do not know.
        </p>
        <p>
          A request that will be removed responds with the headers <code>Deprecation</code> and{' '}
          <code>Sunset</code> for at least {deprecationMonths} months, and is listed here.
        </p>
      </Card>
    </div>
  );
}
