import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';

/** Replaces the form once it has been sent; takes the focus, so that it is heard. */
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
