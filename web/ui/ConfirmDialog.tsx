import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Popup } from './Popup.tsx';

export interface Question {
  title: string;
  text?: ReactNode;
  /** Button label: "Send 3 files to the bank". */
  action: string;
  cancel?: string;
  danger?: boolean;
}

interface ConfirmDialogProps extends Question {
  open: boolean;
  onAnswer: (yes: boolean) => void;
}

/** Asks for confirmation. Escape and the first focused button cancel. */
export function ConfirmDialog({ open, onAnswer, ...question }: ConfirmDialogProps) {
  return (
    <Popup
      open={open}
      size="small"
      role="alertdialog"
      title={question.title}
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)} ref={focusOnOpen}>
            {question.cancel ?? 'Cancel'}
          </Button>
          <Button kind={question.danger ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {question.action}
          </Button>
        </>
      }
    >
      {question.text}
    </Popup>
  );
}

// a dialog focuses its first control, the close button; Cancel is the better default
const focusOnOpen = (button: HTMLButtonElement | null) => button?.setAttribute('autofocus', '');
