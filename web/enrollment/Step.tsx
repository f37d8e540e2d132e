import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { stepFacts } from './steps.ts';

interface StepProps {
  step: ContractStep;
  number: number;
  open: boolean;
  /** A step can be looked at again only after it has been reached. */
  reached: boolean;
  last: boolean;
  onOpen: () => void;
  onNext: () => void;
  children: ReactNode;
}

/** One step of the accordion. A closed one is hidden, not gone. */
export function Step({ step, number, open, reached, last, onOpen, onNext, children }: StepProps) {
  const id = useId();
  const { title, fields } = stepFacts[step];
  const { trigger } = useFormContext();
  const values = useWatch({ name: fields });
  const isBank = step === 'withdrawal' || step === 'deposit';
  // the name on the account is filled in beforehand
  const typed = values.filter((_, index) => !fields[index]?.endsWith('.nameOnAccount'));
  const nothingTyped = isBank && typed.every((value) => value === undefined || value === '');
  const body = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (open && !wasOpen.current) body.current?.querySelector<HTMLElement>('input, select, h3')?.focus();
    wasOpen.current = open;
  }, [open]);

  const next = async () => {
    if (nothingTyped) return;
    if (await trigger(fields)) onNext();
    else body.current?.querySelector<HTMLElement>('[data-invalid=true] :is(input, select)')?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || last || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    void next();
  };
  return (
    <section className="step" data-open={open} data-reached={reached}>
      <h2>
        <button
          type="button"
          id={`${id}-title`}
          aria-expanded={open}
          aria-controls={`${id}-body`}
          disabled={!reached}
          onClick={onOpen}
        >
          <span className="step-number" aria-hidden>
            {number}
          </span>
          {title}
          <Icon name={open ? 'chevron-up' : 'chevron-down'} />
        </button>
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in a field goes on, as in any form */}
      <section
        ref={body}
        className="step-body"
        id={`${id}-body`}
        aria-labelledby={`${id}-title`}
        hidden={!open}
        onKeyDown={onKeyDown}
      >
        {children}
        {!last && (
          <div className="form-actions">
            <Button kind="primary" disabled={nothingTyped} onClick={() => void next()}>
              Next
            </Button>
          </div>
        )}
      </section>
    </section>
  );
}
