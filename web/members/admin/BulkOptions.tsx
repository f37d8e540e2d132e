import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button.tsx';

interface BulkOptionsProps {
  disabled: boolean;
  onTransfer: () => void;
}

/** What can be done with all selected members. */
export function BulkOptions({ disabled, onTransfer }: BulkOptionsProps) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return () => {};
    const leave = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      frame.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', escape);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', escape);
    };
  }, [open]);
  return (
    <div className="bulk-options" ref={frame}>
      <Button
        icon="chevron-down"
        disabled={disabled}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Bulk options
      </Button>
      <div className="bulk-sheet" id={id} hidden={!open}>
        <Button
          kind="quiet"
          onClick={() => {
            setOpen(false);
            onTransfer();
          }}
        >
          Transfer
        </Button>
      </div>
    </div>
  );
}
