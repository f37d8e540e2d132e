import { useLayoutEffect, useRef } from 'react';
import { get, useFormState } from 'react-hook-form';
import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { stepDetails } from './steps.ts';

/** After a submit that failed, opens the first step with something to put right. */
export function FaultyStep({
  steps,
  onFault,
}: {
  steps: readonly ContractStep[];
  onFault: (step: number) => void;
}) {
  const { isSubmitting, errors } = useFormState();
  const wasSubmitting = useRef(false);
  // before the form looks for the first faulty field, which must not be hidden then
  useLayoutEffect(() => {
    const ended = wasSubmitting.current && !isSubmitting;
    wasSubmitting.current = isSubmitting;
    if (!ended) return;
    const faulty = steps.findIndex((step) =>
      [...stepDetails[step].fields, ...wholes(stepDetails[step].fields)].some((name) => get(errors, name)),
    );
    if (faulty >= 0) onFault(faulty);
  }, [isSubmitting, errors, steps, onFault]);
  return null;
}

/** The server may find fault with an account as a whole. */
const wholes = (fields: readonly string[]): string[] =>
  fields.filter((name) => name.includes('.')).map((name) => name.split('.')[0] ?? '');
