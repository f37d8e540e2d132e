import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { Field } from '../ui/Field.tsx';
import { AccountFields } from './AccountFields.tsx';
import { AgreementFields } from './AgreementFields.tsx';
import type { Contract } from './steps.ts';
import { PaymentDetails } from './PaymentDetails.tsx';
import type { WordsToSign } from './use-words-to-sign.ts';

interface StepFieldsProps {
  step: ContractStep;
  steps: readonly ContractStep[];
  contract: Contract;
  words: WordsToSign;
}

/** Fields of one step. */
export function StepFields({ step, steps, contract, words }: StepFieldsProps) {
  switch (step) {
    case 'keyFob':
      return (
        <Field
          name="keyFobNumber"
          width="medium"
          autoComplete="off"
          readOnly={contract.keyFobNumber !== null}
          hint="The number printed on your key fob: 6 or 7 digits, where A to E count as digits too."
        />
      );
    case 'withdrawal':
      return (
        <AccountFields
          account="withdrawalFromBankAccount"
          lead="Your monthly dues are withdrawn from this account."
        />
      );
    case 'deposit':
      return (
        <AccountFields
          account="depositToBankAccount"
          lead="Your reimbursements are paid into this account."
          copyFrom={steps.includes('withdrawal') ? 'withdrawalFromBankAccount' : undefined}
        />
      );
    case 'payment':
      return <PaymentDetails contract={contract} />;
    default:
      return <AgreementFields contract={contract} words={words} />;
  }
}
