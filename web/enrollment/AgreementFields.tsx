import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { useEndpoint } from '../app/data.ts';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import type { Club, Contract } from './AgreementSteps.tsx';
import { PolicyText } from './PolicyText.tsx';

/** The words, who signs them, and the tick that is the signature. */
export function AgreementFields({ contract, club }: { contract: Contract; club: Club }) {
  const { data, error, retrying, reload } = useEndpoint(enrollment.policies, {
    query: {
      documentAgreementVersion: currentAgreementVersion,
      programPaymentType: contract.programPaymentType,
      facilityAFNumber: club.afNumber,
    },
  });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  return (
    <>
      <PolicyText html={data} label={`Agreement, version ${currentAgreementVersion}`} />
      <div className="form-grid">
        <Field name="firstName" autoComplete="given-name" />
        <Field name="lastName" autoComplete="family-name" />
        <Field name="contactNumber" autoComplete="tel" />
        <Field name="email" autoComplete="email" />
      </div>
      <DescriptionList
        items={[['Date', <DateText key="date" date={contract.isMemberAgreed ? null : contract.date} />]]}
      />
      <Field name="isMemberAgreed" />
    </>
  );
}
