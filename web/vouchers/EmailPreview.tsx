import { useState } from 'react';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { saveAs } from '../app/downloads.ts';
import { useEndpoint, useList } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { Popup } from '../ui/Popup.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';

export function EmailPreview({ voucherProgramId }: { voucherProgramId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon="eye" onClick={() => setOpen(true)}>
        Email Preview
      </Button>
      {open && <PreviewPopup voucherProgramId={voucherProgramId} onClose={() => setOpen(false)} />}
    </>
  );
}

function PreviewPopup({ voucherProgramId, onClose }: { voucherProgramId: string; onClose: () => void }) {
  const [filter, setFilter] = useState('');
  const [voucherId, setVoucherId] = useState('');
  const params = { voucherProgramId };
  const list = useList(vouchers.list, { params, query: { filter } });
  const { data, error, reload, retrying } = useEndpoint(vouchers.preview, {
    params,
    query: { voucherId: voucherId || undefined },
  });
  return (
    <Popup open title="Email Preview" size="large" onClose={onClose}>
      <div className="preview-choice">
        <SearchBox label="Find a recipient by email" value={filter} onChange={setFilter} />
        <LabeledSelect
          label="Recipient"
          value={voucherId}
          placeholder="The first recipient"
          options={list.rows.map(({ id, recipientEmail }) => ({ id, name: recipientEmail }))}
          onChange={setVoucherId}
        />
      </div>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <EmailText email={data} />
      ) : (
        <SkeletonLines lines={6} />
      )}
    </Popup>
  );
}

type Email = ResponseOf<typeof vouchers.preview>;

/** Renders the body with inline pictures in a sandboxed frame without scripts or links. */
function EmailText({ email: { to, subject, body, attachments } }: { email: Email }) {
  const html = attachments.reduce(
    (html, { contentId, mediaType, content }) =>
      html.replaceAll(`cid:${contentId}`, `data:${mediaType};base64,${content}`),
    body,
  );
  const files = attachments.filter(({ contentId }) => !body.includes(`cid:${contentId}`));
  return (
    <div className="preview">
      <p>
        To <strong>{to}</strong>, subject <strong>{subject}</strong>
      </p>
      <iframe className="preview-body" title="Email" sandbox="" srcDoc={html} />
      <div className="page-actions">
        {files.map(({ contentId, mediaType, content }) => (
          <Button
            key={contentId}
            icon="file"
            onClick={() => saveAs(`data:${mediaType};base64,${content}`, contentId)}
          >
            {`Download ${contentId}`}
          </Button>
        ))}
      </div>
    </div>
  );
}
