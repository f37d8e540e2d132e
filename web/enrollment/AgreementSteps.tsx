import { useEffect, useState, useMemo, useLayoutEffect, useRef } from 'react';
import { type FieldValues, useWatch, get, useFormState } from 'react-hook-form';
import * as z from 'zod';
import { type ContractStep, contractSteps } from '../../shared/enrollment/contract-steps.ts';
import { deleteDraft, saveDraft, loadDraft } from '../app/draft-storage.ts';
import { stepDetails, type Facility, type Contract } from './steps.ts';
import { agreementFormOf, type agreementForm } from '../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { plainDollars } from '../../shared/money.ts';
import { loadOnce } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Step } from './Step.tsx';
import { StepFields } from './StepFields.tsx';
import { useWordsToSign } from './use-words-to-sign.ts';
import './enrollment.css';

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
function useDraft(name: string): Draft {
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

function KeepDraft({ draft, open, reached }: { draft: Draft; open: number; reached: number }) {
  const values = useWatch();
  useEffect(() => draft.keep(open, reached, values), [draft, open, reached, values]);
  return null;
}

const accounts = { withdrawal: 'withdrawalFromBankAccount', deposit: 'depositToBankAccount' } as const;

/** After a reload: which steps want their account number again. */
function MissingNumbers({ steps, reached }: { steps: readonly ContractStep[]; reached: number }) {
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

interface StepsProps {
  contract: Contract;
  facility: Facility;
  submitLabel: string;
  busyLabel: string;
  onSubmit: (form: z.input<typeof agreementForm>) => Promise<unknown>;
}

export function AgreementSteps({ contract, facility, submitLabel, busyLabel, onSubmit }: StepsProps) {
  const { programPaymentType, memberReimbursementTypeId, preferredAccessType, latinName } = contract;
  const steps = useMemo(
    () =>
      contractSteps(
        { programPaymentTypeId: programPaymentType, memberReimbursementTypeId },
        { preferredAccessType },
      ),
    [programPaymentType, memberReimbursementTypeId, preferredAccessType],
  );
  const schema = useMemo(() => agreementFormOf(steps, latinName !== null), [steps, latinName]);
  const last = steps.length - 1;
  const words = useWordsToSign(contract.memberId, facility.id);
  const draft = useDraft(`${contract.memberId}:${facility.id}`);
  const [open, setOpen] = useState(Math.min(draft.stored?.open ?? 0, last));
  const [reached, setReached] = useState(Math.min(draft.stored?.reached ?? 0, last));
  const [initial] = useState(() => withDraft(initialOf(contract, steps), draft.stored?.values));
  const complete = reached === last && words.data?.agreed === true && words.data.read;
  return (
    <div className="agreement" data-complete={complete}>
      <Form
        schema={schema}
        initial={initial}
        submitLabel={submitLabel}
        busyLabel={busyLabel}
        submitKind="action"
        disabled={!complete}
        safe="Nothing was signed, and your entries are still here."
        onSubmit={async (values) => {
          await onSubmit(values);
          draft.end();
        }}
      >
        <KeepDraft draft={draft} open={open} reached={reached} />
        {draft.stored && <MissingNumbers steps={steps} reached={reached} />}
        <FaultyStep steps={steps} onError={setOpen} />
        {steps.map((step, index) => (
          <Step
            key={step}
            step={step}
            number={index + 1}
            open={open === index}
            reached={index <= reached}
            last={index === last}
            onOpen={() => setOpen(index)}
            onLeave={
              step === 'keyFob' ? (fieldValues) => checkKeyFob(contract.memberId, fieldValues) : undefined
            }
            onNext={() => {
              setOpen(index + 1);
              setReached(Math.max(reached, index + 1));
            }}
          >
            <StepFields step={step} contract={contract} words={words} steps={steps} />
          </Step>
        ))}
      </Form>
    </div>
  );
}

/** An unknown key fob is reported at its own step, not after the signature. */
const checkKeyFob = async (memberId: string, { keyFobNumber }: FieldValues) =>
  loadOnce(enrollment.checkKeyFob, { query: { memberId, keyFobNumber: String(keyFobNumber) } });

// the name that the account most likely has; the rest of it is typed
const accountOf = ({ firstName, lastName, latinName }: Contract) => ({
  nameOnAccount: latinName ?? `${firstName} ${lastName}`,
});

const initialOf = (contract: Contract, steps: readonly ContractStep[]) => ({
  ...(steps.includes('withdrawal') && { withdrawalFromBankAccount: accountOf(contract) }),
  ...(steps.includes('deposit') && { depositToBankAccount: accountOf(contract) }),
  ...(steps.includes('keyFob') && { keyFobNumber: contract.keyFobNumber ?? '' }),
  healthDataCollection: false,
  healthDataSharing: false,
  isMemberAgreed: false,
  firstName: contract.firstName,
  lastName: contract.lastName,
  latinName: contract.latinName ?? undefined,
  contactNumber: contract.contactNumber,
  email: contract.email,
  documentAgreementVersion: contract.versionToSign,
  memberDuesAmount: plainDollars(contract.memberDuesAmount),
});

/** Merges the input from before a reload into the initial values. */
const withDraft = <Initial extends object>(initial: Initial, fields: object = {}): Initial => ({
  ...initial,
  ...Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => name in initial && value !== undefined),
  ),
});

/** After a submit that failed, opens the first step with something to put right. */
function FaultyStep({ steps, onError }: { steps: readonly ContractStep[]; onError: (step: number) => void }) {
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
    if (faulty >= 0) onError(faulty);
  }, [isSubmitting, errors, steps, onError]);
  return null;
}

const wholes = (fields: readonly string[]): string[] =>
  fields.filter((name) => name.includes('.')).map((name) => name.split('.')[0] ?? '');
