import { useEffect, useState } from 'react';
import { type FieldValues, useWatch } from 'react-hook-form';
import * as z from 'zod';
import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { deleteDraft, saveDraft, loadDraft } from '../app/draft-storage.ts';
import { stepDetails } from './steps.ts';

// An account number is never stored, nor is the signature: both are given again.
const account = z.object({
  nameOnAccount: z.string().optional(),
  routingNumber: z.string().optional(),
  bankAccountType: z.union([z.string(), z.number()]).optional(),
});
const zodObject = z.object({
  keyFobNumber: z.string().optional(),
  withdrawalFromBankAccount: account.optional(),
  depositToBankAccount: account.optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  latinName: z.string().optional(),
  contactNumber: z.string().optional(),
  email: z.string().optional(),
});
const draft = z.object({ open: z.int().min(0), reached: z.int().min(0), values: zodObject });

interface Draft {
  /** Step and values before the reload; undefined when the enrollment begins. */
  stored: z.output<typeof draft> | undefined;
  keep: (open: number, reached: number, values: FieldValues) => void;
  end: () => void;
}

/** The enrollment as it was before a reload of the tab: its step and what was typed, without account numbers. */
export function useDraft(name: string): Draft {
  const [state] = useState<Draft>(() => {
    let ended = false;
    return {
      stored: draft.safeParse(loadDraft(name)).data,
      keep: (open, reached, values) => {
        if (!ended) saveDraft(name, { open, reached, values: zodObject.parse(values) });
      },
      end: () => {
        ended = true;
        deleteDraft(name);
      },
    };
  });
  return state;
}

export function KeepDraft({ draft, open, reached }: { draft: Draft; open: number; reached: number }) {
  const values = useWatch();
  useEffect(() => draft.keep(open, reached, values), [draft, open, reached, values]);
  return null;
}

const accounts = { withdrawal: 'withdrawalFromBankAccount', deposit: 'depositToBankAccount' } as const;

/** After a reload: which steps want their account number again. */
export function MissingNumbers({ steps, reached }: { steps: readonly ContractStep[]; reached: number }) {
  const numbers: unknown[] = useWatch({
    name: Object.values(accounts).map((name) => `${name}.accountNumber`),
  });
  const missing = (['withdrawal', 'deposit'] as const).filter(
    (step, index) => steps.includes(step) && steps.indexOf(step) < reached && !numbers[index],
  );
  if (missing.length === 0) return null;
  return (
    <output className="alert alert-warning">
      Account numbers are not kept when a page is reloaded. Enter yours again in{' '}
      {missing.map((step) => stepDetails[step].title).join(' and ')}. Your other entries are still here.
    </output>
  );
}
