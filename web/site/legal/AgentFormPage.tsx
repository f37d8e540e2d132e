import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { site } from '../../../shared/contracts/site.ts';
import { pathTo } from '../../app/addresses.ts';
import { download } from '../../app/api.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { FailedState, SkeletonLines } from '../../ui/states.tsx';
import './legal.css';

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
