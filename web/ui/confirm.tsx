import { createContext, type ReactNode, useContext, useCallback, useState } from 'react';
import { ConfirmDialog, type Confirmation } from './ConfirmDialog.tsx';

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
