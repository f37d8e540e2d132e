import { contractStep } from '../../shared/enrollment/contract-steps.ts';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { useEndpoint } from '../app/data.ts';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import type { Contract } from './steps.ts';
import { PolicyText } from './PolicyText.tsx';
import { stepDetails } from './steps.ts';
import './enrollment.css';

/** The steps as they were signed, whatever terms and accounts are today: nothing can be changed here. */
export function SignedAgreement({ contract }: { contract: Contract }) {
  const lines = contract.signed?.lines ?? [];
  const steps = contractStep.options.filter(
    (step) => step === 'agreement' || lines.some((line) => line.step === step),
  );
  return (
    <div className="agreement signed-steps">
      {steps.map((step, index) => (
        <details key={step} className="step" open={step === 'agreement'}>
          <summary>
            <span className="step-number" aria-hidden>
              {index + 1}
            </span>
            {stepDetails[step].title}
            <Icon name="chevron-down" />
          </summary>
          <div className="step-body">
            {step === 'agreement' && <SignedWords contract={contract} />}
            {step === 'agreement' && <SignedRules contract={contract} />}
            <DescriptionList
              items={lines
                .filter((line) => line.step === step)
                .map(({ label, value }) => [label, value] as const)}
            />
          </div>
        </details>
      ))}
    </div>
  );
}

/** The text of the signed version for the payer at that time. */
function SignedWords({ contract }: { contract: Contract }) {
  const { documentAgreementVersion, signed, programPaymentType } = contract;
  const { data, error, retrying, reload } = useEndpoint(enrollment.policies, {
    query: { documentAgreementVersion, programPaymentType: signed?.programPaymentType ?? programPaymentType },
  });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  return <PolicyText html={data} label={`Agreement, version ${documentAgreementVersion}`} />;
}

/** The club's own rules, as they were when they were signed. */
function SignedRules({ contract: { signed } }: { contract: Contract }) {
  if (!signed?.clubRules) return null;
  return (
    <section className="club-rules" aria-label={signed.clubRules.heading}>
      <h3>{signed.clubRules.heading}</h3>
      {signed.clubRules.paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  );
}
