import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Popup } from './Popup.tsx';

export interface Confirmation {
  title: string;
  text?: ReactNode;
  /** Button label: "Send 3 files to the bank". */
  action: string;
  cancel?: string;
  danger?: boolean;
}

interface ConfirmDialogProps extends Confirmation {
  open: boolean;
  onResult: (yes: boolean) => void;
}

export const ConfirmDialog = ({ open, onResult, ...confirmation }: ConfirmDialogProps) => (
  <Popup
    open={open}
    size="small"
    role="alertdialog"
    title={confirmation.title}
    onClose={() => onResult(false)}
    actions={
      <>
        <Button onClick={() => onResult(false)} ref={focusOnOpen}>
          {confirmation.cancel ?? 'Cancel'}
        </Button>
        <Button kind={confirmation.danger ? 'danger' : 'primary'} onClick={() => onResult(true)}>
          {confirmation.action}
        </Button>
      </>
    }
  >
    {confirmation.text}
  </Popup>
);

// a dialog focuses its first control, the close button; Cancel is the better default
const focusOnOpen = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '');
