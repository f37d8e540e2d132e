import { type ReactNode, createContext, useContext, useCallback, useState } from 'react';
import { Button } from './Button.tsx';
import { Popup } from './Popup.tsx';

interface Confirmation {
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

type Confirm = (confirmation: Confirmation) => Promise<boolean>;

const ConfirmContext = createContext<Confirm | undefined>(undefined);

interface PendingConfirmation extends Confirmation {
  onResult: (yes: boolean) => void;
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<PendingConfirmation>();
  const confirm = useCallback<Confirm>(
    (confirmation) =>
      new Promise((resolve) => {
        const onResult = (yes: boolean) => {
          setPending(undefined);
          resolve(yes);
        };
        setPending({ ...confirmation, onResult });
      }),
    [],
  );
  return (
    <ConfirmContext value={confirm}>
      {children}
      {pending && <ConfirmDialog {...pending} open onResult={pending.onResult} />}
    </ConfirmContext>
  );
}

export function useConfirm(): Confirm {
  const confirm = useContext(ConfirmContext);
  if (!confirm) throw new Error('useConfirm requires a ConfirmProvider.');
  return confirm;
}
