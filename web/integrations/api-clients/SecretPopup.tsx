import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { Popup } from '../../ui/Popup.tsx';

interface NewSecret {
  clientId: string;
  clientSecret: string;
}

/** Shows the ID and a new secret of a client once. */
export function SecretPopup({ secret, onClose }: { secret: NewSecret | undefined; onClose: () => void }) {
  const [copied, setCopied] = useState<string>();
  const text = secret?.clientSecret ?? '';
  return (
    <Popup
      open={secret !== undefined}
      title="Copy the secret"
      onClose={onClose}
      actions={
        <>
          <Button
            kind="primary"
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(text))}
          >
            {copied === text ? 'Copied' : 'Copy secret'}
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <p>Store both in your system now. The secret is not shown again.</p>
      <DescriptionList
        items={[
          ['Client ID', <code key="id">{secret?.clientId}</code>],
          [
            'Client secret',
            <code key="secret" style={{ overflowWrap: 'anywhere' }}>
              {text}
            </code>,
          ],
        ]}
      />
    </Popup>
  );
}
