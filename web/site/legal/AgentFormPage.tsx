import { paths, pathTo } from '../../app/addresses.ts';
import { Link } from 'react-router-dom';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { showLongDate } from './documents/legal-text.ts';
import './legal.css';
import './archive.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import { site } from '../../../shared/contracts/site.ts';
import { download } from '../../app/api.ts';
import { Button } from '../../ui/Button.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';

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

export function ArchiveIndexPage() {
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

type Progress = { state: 'fetching' | 'saved' } | { state: 'failed'; error: unknown };

/** The form's own address: opening it downloads the form (spec 1 §2.1). */
export default function AgentFormPage() {
  const [progress, setProgress] = useState<Progress>({ state: 'fetching' });
  const isStarted = useRef(false);
  const fetchForm = useCallback(async () => {
    setProgress({ state: 'fetching' });
    try {
      await download(site.authorizedAgentDesignationForm, {});
      setProgress({ state: 'saved' });
    } catch (error) {
      setProgress({ state: 'failed', error });
    }
  }, []);
  useEffect(() => {
    if (isStarted.current) return;
    isStarted.current = true;
    void fetchForm();
  }, [fetchForm]);
  return (
    <>
      <PageHeading
        title="Authorized Agent Designation Form"
        lead="With this form you let another person, or a business, make privacy requests to Wellport for you."
      />
      {progress.state === 'fetching' && <SkeletonLines lines={2} />}
      {progress.state === 'failed' && (
        <FailedState
          title="The form was not downloaded"
          error={progress.error}
          onRetry={() => void fetchForm()}
        />
      )}
      {progress.state === 'saved' && (
        <div className="card">
          <output>The form has been downloaded as a PDF. Fill it in, sign it and send it to us.</output>
          <div className="card-foot">
            <Button icon="download" onClick={() => void fetchForm()}>
              Download again
            </Button>
          </div>
        </div>
      )}
      <p className="legal-lead">
        How to send it, and what happens then, is in the{' '}
        <Link to={`${pathTo('privacy')}#authorized-agents`}>privacy notice</Link>.
      </p>
    </>
  );
}
