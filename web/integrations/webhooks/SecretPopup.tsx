import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Popup } from '../../ui/Popup.tsx';
import './webhooks.css';

/** Shows a new secret once. */
export function SecretPopup({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const [isCopied, setCopied] = useState(false);
  const close = () => {
    setCopied(false);
    onClose();
  };
  return (
    <Popup
      open={secret !== undefined}
      title="Copy the secret"
      size="small"
      onClose={close}
      actions={
        <>
          <Button
            kind="primary"
            onClick={() => void navigator.clipboard.writeText(secret ?? '').then(() => setCopied(true))}
          >
            {isCopied ? 'Copied' : 'Copy secret'}
          </Button>
          <Button onClick={close}>Done</Button>
        </>
      }
    >
      <p>Your system verifies each event with this secret. It is not shown again.</p>
      <p>
        <code className="webhook-secret">{secret}</code>
      </p>
    </Popup>
  );
}
