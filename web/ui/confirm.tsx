import { createContext, type ReactNode, useContext, useCallback, useState } from 'react';
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx';

type Ask = (question: Question) => Promise<boolean>;

const ConfirmContext = createContext<Ask | undefined>(undefined);

interface Asked extends Question {
  answer: (yes: boolean) => void;
}

/** Renders the dialogs of `useConfirm`; mounted once around the site. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>();
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(undefined);
          resolve(yes);
        };
        setAsked({ ...question, answer });
      }),
    [],
  );
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && <ConfirmDialog {...asked} open onAnswer={asked.answer} />}
    </ConfirmContext>
  );
}

/** `if (await confirm({ title, text, action })) …` */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error('useConfirm requires a ConfirmProvider.');
  return ask;
}
