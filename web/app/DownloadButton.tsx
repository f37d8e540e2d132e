import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { download } from './api.ts';
import { type BoundRequest } from './bound-request.ts';
import { showFailure } from './data.ts';

export type Download = BoundRequest<unknown>;

interface DownloadButtonProps {
  /** The file to download; null disables the button. */
  of: Download | null;
  label?: string;
}

export function DownloadButton({ of: bound, label = 'Download' }: DownloadButtonProps) {
  const [saving, setSaving] = useState(false);
  const save = async ({ endpoint, request }: Download) => {
    setSaving(true);
    await download(endpoint, request).catch(showFailure);
    setSaving(false);
  };
  return (
    <Button
      icon="download"
      disabled={!bound}
      busy={saving}
      busyLabel="Downloading…"
      onClick={() => bound && void save(bound)}
    >
      {label}
    </Button>
  );
}
