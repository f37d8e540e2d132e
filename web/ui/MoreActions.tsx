import { type ReactNode, useId, useState } from 'react';
import { Button } from './Button.tsx';
import { useSheet } from './use-sheet.ts';

export function MoreActions({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const frame = useSheet<HTMLDivElement>(open, () => setOpen(false));
  const sheetId = useId();
  return (
    <div className="more-actions" ref={frame}>
      <Button icon="more" aria-expanded={open} aria-controls={sheetId} onClick={() => setOpen(!open)}>
        More
      </Button>
      {/* receives the bubbled clicks of its buttons and links, from mouse and keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div className="more-sheet" id={sheetId} hidden={!open} onClick={() => setOpen(false)}>
        {children}
      </div>
    </div>
  );
}
