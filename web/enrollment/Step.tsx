import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { type FieldValues, useFormContext, useWatch } from 'react-hook-form';
import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { showFailure } from '../app/data.ts';
import { readFailure } from '../app/form-errors.ts';
import { Button } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';
import { stepDetails } from './steps.ts';

interface StepProps {
  step: ContractStep;
  number: number;
  open: boolean;
  /** A step can be looked at again only after it has been reached. */
  reached: boolean;
  last: boolean;
  onOpen: () => void;
  /** Validates the step on the server before leaving it; throws a CallError with the reason. */
  onLeave?: (fieldValues: FieldValues) => Promise<unknown>;
  onNext: () => void;
  children: ReactNode;
}

/** Where the focus goes: into a step that opens, and to the first field of one that was refused. */
function useStepFocus(step: ContractStep, open: boolean, refusals: number) {
  const isRead = step === 'agreement';
  const body = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  // on mount: later it would take the focus from a field in use
  useLayoutEffect(() => {
    // a step that begins with words takes the focus itself, so that they are heard and Tab goes on inside it
    if (open && !wasOpen.current) {
      const first = isRead ? null : body.current?.querySelector<HTMLElement>('input, select');
      (first ?? body.current)?.focus({ preventScroll: true });
      body.current?.parentElement?.scrollIntoView({ block: 'start' });
    }
    wasOpen.current = open;
  }, [open, isRead]);

  // once the errors are drawn
  useEffect(() => {
    if (refusals > 0)
      body.current?.querySelector<HTMLElement>('[data-invalid=true] :is(input, select)')?.focus();
  }, [refusals]);
  return body;
}

function useUnsavedChanges({ step, onLeave, onNext }: Pick<StepProps, 'step' | 'onLeave' | 'onNext'>) {
  const { fields } = stepDetails[step];
  const { trigger, getValues, setError } = useFormContext();
  const [asking, setAsking] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const mayLeave = async () => {
    if (!onLeave) return true;
    setAsking(true);
    try {
      await onLeave(getValues());
      return true;
    } catch (error) {
      const read = readFailure(error);
      for (const [name, message] of Object.entries(read.fields)) setError(name, { type: 'server', message });
      if (read.failure) showFailure(error);
      return false;
    } finally {
      setAsking(false);
    }
  };
  const next = async () => {
    if (asking) return;
    if ((await trigger(fields)) && (await mayLeave())) onNext();
    else setRefusals((count) => count + 1);
  };
  return { next, asking, refusals };
}

function useNothingTyped(step: ContractStep): boolean {
  const { fields } = stepDetails[step];
  const values = useWatch({ name: fields });
  const isBank = step === 'withdrawal' || step === 'deposit';
  // the account holder is prefilled, and an unchecked box has no value
  const entered = values.filter(
    (_, index) => !/\.(nameOnAccount|isMoneyFromAbroad)$/.test(fields[index] ?? ''),
  );
  return isBank && entered.every((value) => value === undefined || value === '');
}

export function Step(props: StepProps) {
  const { step, number, open, reached, last, onOpen, children } = props;
  const id = useId();
  const nothingTyped = useNothingTyped(step);
  const { next, asking, refusals } = useUnsavedChanges(props);
  const body = useStepFocus(step, open, refusals);
  const goOn = () => {
    if (!nothingTyped) void next();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || last || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    goOn();
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
          {stepDetails[step].title}
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
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        {children}
        {!last && <NextButton id={id} asking={asking} nothingTyped={nothingTyped} onNext={goOn} />}
      </section>
    </section>
  );
}

interface NextButtonProps {
  id: string;
  asking: boolean;
  nothingTyped: boolean;
  onNext: () => void;
}

const NextButton = ({ id, asking, nothingTyped, onNext }: NextButtonProps) => (
  <div className="form-actions">
    {nothingTyped && (
      <p className="quiet" id={`${id}-why`}>
        Enter your bank account to continue.
      </p>
    )}
    <Button
      kind="primary"
      busy={asking}
      busyLabel="Checking…"
      disabled={nothingTyped}
      aria-describedby={nothingTyped ? `${id}-why` : undefined}
      onClick={onNext}
    >
      Next
    </Button>
  </div>
);
