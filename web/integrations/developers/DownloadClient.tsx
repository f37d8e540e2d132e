import { useState } from 'react';
import type { OpenApi } from '../../../shared/integrations/developers/client-document.ts';
import { saveBlob } from '../../app/api.ts';
import { Button } from '../../ui/Button.tsx';
import { showFailure } from '../../app/data.ts';

/** Generates the TypeScript client from the document of the running release, and saves it. */
export function DownloadClient() {
  const [isRunning, setRunning] = useState(false);
  const download = async () => {
    setRunning(true);
    try {
      const [response, { typedClient }, { forClients }] = await Promise.all([
        fetch('/api/openapi.json'),
        import('./typed-client.ts'),
        import('../../../shared/integrations/developers/client-document.ts'),
      ]);
      const document = forClients((await response.json()) as OpenApi & { info: { version: string } });
      saveBlob(new Blob([typedClient(document)], { type: 'text/plain' }), 'wellport-client.ts');
    } catch (error) {
      showFailure(error);
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button icon="download" busy={isRunning} busyLabel="Generating…" onClick={() => void download()}>
      Download the TypeScript client
    </Button>
  );
}
