import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useSheet } from '../../ui/use-sheet.ts';

interface BulkOptionsProps {
  disabled: boolean;
  onTransfer: () => void;
}

/** Actions for all selected members. */
export function BulkOptions({ disabled, onTransfer }: BulkOptionsProps) {
  const [open, setOpen] = useState(false);
  const frame = useSheet<HTMLDivElement>(open, () => setOpen(false));
  const id = useId();
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
