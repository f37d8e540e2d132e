import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '../../app/addresses.ts';
import { Button } from '../../ui/Button.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { FailedState } from '../../ui/states.tsx';

type Shown = 'no' | 'loading' | 'yes' | 'failed';

/** The viewer is larger than the site, so that it loads only on request. */
export default function ApiReferencePage() {
  const place = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown>('no');
  const show = async () => {
    setShown('loading');
    try {
      const { showReference } = await import('./reference-viewer.ts');
      if (place.current) await showReference(place.current);
      setShown('yes');
    } catch {
      setShown('failed');
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
      {shown === 'failed' && <FailedState onRetry={() => void show()} />}
      {(shown === 'no' || shown === 'loading') && (
        <Button kind="primary" busy={shown === 'loading'} busyLabel="Loading…" onClick={() => void show()}>
          Show the reference
        </Button>
      )}
      <div ref={place} className="api-reference" />
    </>
  );
}
