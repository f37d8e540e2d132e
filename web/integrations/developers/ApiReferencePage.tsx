import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '../../app/addresses.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageTitle.tsx';
import { FailedState } from '../../ui/states.tsx';

type LoadState = 'no' | 'loading' | 'yes' | 'failed';

/** The viewer is larger than the site, so that it loads only on request. */
export default function ApiReferencePage() {
  const container = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<LoadState>('no');
  const show = async () => {
    setState('loading');
    try {
      const { showReference } = await import('./reference-viewer.ts');
      if (container.current) await showReference(container.current);
      setState('yes');
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      <PageHeading
        title="API reference"
        lead={
          <>
            Every request of API clients with its fields, responses, and errors, from the{' '}
            <a href="/api/openapi.json">OpenAPI document</a>. See the{' '}
            <Link to={pathTo('developers')}>guide</Link> to begin.
          </>
        }
      />
      {state === 'failed' && <FailedState onRetry={() => void show()} />}
      {(state === 'no' || state === 'loading') && (
        <Button kind="primary" busy={state === 'loading'} busyLabel="Loading…" onClick={() => void show()}>
          Show the reference
        </Button>
      )}
      <div ref={container} className="api-reference" />
    </>
  );
}
