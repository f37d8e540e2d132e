import { useMemo, useState } from 'react';
import type * as z from 'zod';
import type { Answer } from '../../shared/endpoint.ts';
import { agreementFormOf, type agreementForm } from '../../shared/enrollment/agreement-form.ts';
import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import type { enrollment } from '../../shared/enrollment/contract.ts';
import { contractSteps, type ContractStep } from '../../shared/enrollment/contract-steps.ts';
import type { facilities } from '../../shared/facilities/contract.ts';
import { plainDollars } from '../../shared/money.ts';
import { Form } from '../form.tsx';
import { FaultyStep } from './FaultyStep.tsx';
import { Step } from './Step.tsx';
import { StepFields } from './StepFields.tsx';
import './enrollment.css';

export type Contract = Answer<typeof enrollment.legalContract>;
export type Club = Pick<Answer<typeof facilities.get>, 'id' | 'displayName' | 'afNumber'>;

interface AgreementStepsProps {
  contract: Contract;
  club: Club;
  submitLabel: string;
  busyLabel: string;
  onSubmit: (form: z.input<typeof agreementForm>) => Promise<unknown>;
}

/** The steps of the legal contract. All of them stay on the page, so nothing that was typed is lost on the way. */
export function AgreementSteps({ contract, club, submitLabel, busyLabel, onSubmit }: AgreementStepsProps) {
  const { programPaymentType, memberReimbursementTypeID, preferredAccessType } = contract;
  const steps = useMemo(
    () =>
      contractSteps(
        { programPaymentTypeID: programPaymentType, memberReimbursementTypeID },
        { preferredAccessType },
      ),
    [programPaymentType, memberReimbursementTypeID, preferredAccessType],
  );
  const schema = useMemo(() => agreementFormOf(steps), [steps]);
  const [open, setOpen] = useState(0);
  const [reached, setReached] = useState(0);
  const last = steps.length - 1;
  return (
    <div className="agreement" data-complete={reached === last}>
      <Form
        schema={schema}
        initial={initialOf(contract, steps)}
        submitLabel={submitLabel}
        busyLabel={busyLabel}
        submitKind="action"
        disabled={reached < last}
        safe="Nothing was signed, and what you typed is still here."
        onSubmit={(values) => onSubmit(values)}
      >
        <FaultyStep steps={steps} onFault={setOpen} />
        {steps.map((step, index) => (
          <Step
            key={step}
            step={step}
            number={index + 1}
            open={open === index}
            reached={index <= reached}
            last={index === last}
            onOpen={() => setOpen(index)}
            onNext={() => {
              setOpen(index + 1);
              setReached(Math.max(reached, index + 1));
            }}
          >
            <StepFields step={step} contract={contract} club={club} steps={steps} />
          </Step>
        ))}
      </Form>
    </div>
  );
}

// the name that the account most likely has; the rest of it is typed
const accountOf = ({ firstName, lastName }: Contract) => ({ nameOnAccount: `${firstName} ${lastName}` });

const initialOf = (contract: Contract, steps: readonly ContractStep[]) => ({
  ...(steps.includes('withdrawal') && { withdrawalFromBankAccount: accountOf(contract) }),
  ...(steps.includes('deposit') && { depositToBankAccount: accountOf(contract) }),
  facilityMemberID: contract.preferredAccessType === 0 ? (contract.facilityMemberID ?? '') : undefined,
  isMemberAgreed: false,
  firstName: contract.firstName,
  lastName: contract.lastName,
  contactNumber: contract.contactNumber,
  email: contract.email,
  documentAgreementVersion: currentAgreementVersion,
  memberDuesAmount: plainDollars(contract.memberDuesAmount),
});
