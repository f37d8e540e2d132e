import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';

/** Replaces the form after it was sent, and takes the focus so that screen readers announce it. */
export function Sent({ title, text, action }: { title: string; text: ReactNode; action: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="sent">
      <Icon name="check-circle" size={40} />
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p>{text}</p>
      {action}
    </div>
  );
}
