import type { ReactNode } from 'react';
import { contractSteps } from '../../shared/enrollment/contract-steps.ts';
import type { ContractStep } from '../../shared/enrollment/contract-steps.ts';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { useEndpoint } from '../app/data.ts';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Money } from '../ui/Money.tsx';
import { PhoneText } from '../ui/PhoneText.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import type { Contract } from './AgreementSteps.tsx';
import { PolicyText } from './PolicyText.tsx';
import { stepFacts } from './steps.ts';
import './enrollment.css';

/** The steps as they were signed: nothing can be changed, accounts show their last four digits. */
export function SignedAgreement({ contract }: { contract: Contract }) {
  const { programPaymentType, memberReimbursementTypeId, preferredAccessType } = contract;
  const steps = contractSteps(
    { programPaymentTypeId: programPaymentType, memberReimbursementTypeId },
    { preferredAccessType },
  );
  return (
    <div className="agreement signed-steps">
      {steps.map((step, index) => (
        <details key={step} className="step" open={step === 'agreement'}>
          <summary>
            <span className="step-number" aria-hidden>
              {index + 1}
            </span>
            {stepFacts[step].title}
            <Icon name="chevron-down" />
          </summary>
          <div className="step-body">{signedValues(step, contract)}</div>
        </details>
      ))}
    </div>
  );
}

function signedValues(step: ContractStep, contract: Contract): ReactNode {
  switch (step) {
    case 'keyFob':
      return <DescriptionList items={[['Key Fob', contract.keyFobNumber]]} />;
    case 'withdrawal':
      return <DescriptionList items={[['Account number', contract.withdrawalAccount]]} />;
    case 'deposit':
      return <DescriptionList items={[['Account number', contract.depositAccount]]} />;
    case 'payment':
      return (
        <DescriptionList items={[['Monthly Dues', <Money key="dues" cents={contract.memberDuesAmount} />]]} />
      );
    default:
      return <SignedWords contract={contract} />;
  }
}

/** The words of the signed version, and who signed them when. */
function SignedWords({ contract }: { contract: Contract }) {
  const { documentAgreementVersion, programPaymentType } = contract;
  const { data, error, retrying, reload } = useEndpoint(enrollment.policies, {
    query: { documentAgreementVersion, programPaymentType },
  });
  return (
    <>
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <PolicyText html={data} label={`Agreement, version ${documentAgreementVersion}`} />
      ) : (
        <SkeletonLines lines={6} />
      )}
      <DescriptionList
        items={[
          ['First Name', contract.firstName],
          ['Last Name', contract.lastName],
          ['Contact Number', <PhoneText key="phone" number={contract.contactNumber} />],
          ['Email', contract.email],
          ['Version', String(documentAgreementVersion)],
          ['Date', <DateText key="date" date={contract.date} />],
        ]}
      />
    </>
  );
}
