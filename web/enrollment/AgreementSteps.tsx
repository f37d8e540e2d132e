import { useMemo, useState, useLayoutEffect, useRef } from 'react';
import { type FieldValues, get, useFormState } from 'react-hook-form';
import type * as z from 'zod';
import { agreementFormOf, type agreementForm } from '../../shared/enrollment/agreement-form.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { contractSteps, type ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { plainDollars } from '../../shared/money.ts';
import { loadOnce } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { KeepDraft, MissingNumbers, useDraft } from './draft.tsx';
import { Step } from './Step.tsx';
import { StepFields } from './StepFields.tsx';
import { type Facility, type Contract, stepDetails } from './steps.ts';
import { useWordsToSign } from './use-words-to-sign.ts';
import './enrollment.css';
import { accessTypes } from '../../shared/members/member.ts';

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
  const complete = reached === last && words.data?.agreed === true;
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
  keyFobNumber:
    contract.preferredAccessType === accessTypes.physicalKey ? (contract.keyFobNumber ?? '') : undefined,
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
