import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import './developers.css';

/** Code as printed, with a button that copies it. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(code).then(() => setCopied(true));
  return (
    <figure className="code-block">
      <figcaption>
        {label}
        <Button small kind="quiet" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
          <span className="hidden-text"> {label}</span>
        </Button>
      </figcaption>
      {/* a scroll region must be reachable by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  );
}
