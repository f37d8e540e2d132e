import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { firstVersionWithFile } from '../../shared/enrollment/agreement-text.ts';
import { contractNumber } from '../../shared/enrollment/agreement.ts';
import { files } from '../../shared/contracts/files.ts';
import { deleted } from '../../shared/members/member.ts';
import { contractStep } from '../../shared/enrollment/contract-steps.ts';
import { enrollment } from '../../shared/contracts/enrollment.ts';
import { pathTo } from '../app/addresses.ts';
import { download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Icon } from '../ui/Icon.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { MembershipPicker, useMembership } from './MembershipPicker.tsx';
import { SignAgain } from './SignAgain.tsx';
import { type Contract, stepDetails } from './steps.ts';
import { PolicyText } from './PolicyText.tsx';
import './enrollment.css';

export default function LegalContractPage() {
  const { memberId: routeMemberId } = useParams();
  const own = useMembership();
  const memberId = routeMemberId ?? own.memberId;
  const { data, error, retrying, reload } = useEndpoint(
    enrollment.legalContract,
    memberId ? { query: { memberId } } : null,
  );
  if (!memberId) return <EmptyState icon="user" title="You have no membership yet" />;
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={8} />;
  const picker = routeMemberId === undefined && <MembershipPicker />;
  if (data.facilityId === null)
    return (
      <>
        <PageHeading title="Legal Contract" />
        {picker}
        <EmptyState
          icon="file"
          title="No agreement is signed yet"
          text={`It is signed when ${routeMemberId === undefined ? 'you enroll' : 'the member enrolls'} in a club.`}
          action={
            routeMemberId === undefined && (
              <Link className={buttonClass('primary')} to={pathTo('facilityLocator')}>
                Find Facility
              </Link>
            )
          }
        />
      </>
    );
  return (
    <>
      <EnrolledContract contract={data}>{picker}</EnrolledContract>
      {routeMemberId === undefined && <SignAgain memberId={memberId} />}
    </>
  );
}

interface EnrolledContractProps {
  contract: Contract;
  children?: ReactNode;
}

export const EnrolledContract = ({ contract, children }: EnrolledContractProps) => (
  <>
    <PageHeading
      title={`${contract.invitationStatus === deleted ? 'Formerly enrolled' : 'Enrolled'} in ${contract.facilityName ?? ''}`}
      lead={`${contract.firstName} ${contract.lastName}`}
    />
    {children}
    <Signed contract={contract} />
    {contract.agreementRowKey !== null && <SignedAgreement contract={contract} />}
  </>
);

function Signed({ contract }: { contract: Contract }) {
  const { agreementPartitionKey: partitionKey, agreementRowKey: rowKey } = contract;
  const [loading, setLoading] = useState(false);
  const save = async () => {
    if (!partitionKey || !rowKey) return;
    setLoading(true);
    await download(files.get, { params: { partitionKey, rowKey } })
      .catch(showFailure)
      .finally(() => setLoading(false));
  };
  if (rowKey === null)
    return (
      <Card title="Agreement" aside={<StatusBadge color="yellow" label="Not signed yet" />}>
        <p>Nothing is signed for this club yet. Once it is, the signed agreement appears here.</p>
      </Card>
    );
  const isFile = contract.documentAgreementVersion >= firstVersionWithFile;
  return (
    <Card
      title="Agreement"
      aside={
        contract.isMemberAgreed ? (
          <StatusBadge color="green" label="Signed" />
        ) : (
          <StatusBadge color="yellow" label="Earlier version signed" />
        )
      }
      footer={
        isFile && (
          <Button
            kind="primary"
            icon="download"
            busy={loading}
            busyLabel="Fetching…"
            onClick={() => void save()}
          >
            Download signed agreement
          </Button>
        )
      }
    >
      <DescriptionList
        items={[
          ['Signed On', <DateText key="date" date={contract.date} />],
          ['Version', String(contract.documentAgreementVersion)],
          ['Contract Number', contractNumber(rowKey)],
        ]}
      />
      {contract.signed === null && (
        <p className="quiet">
          {isFile
            ? 'Download this agreement to see its amounts and accounts.'
            : 'To get a copy of this agreement with its amounts and accounts, contact us.'}
        </p>
      )}
    </Card>
  );
}

function SignedAgreement({ contract }: { contract: Contract }) {
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

function SignedWords({ contract }: { contract: Contract }) {
  const { documentAgreementVersion, signed, programPaymentType } = contract;
  const { data, error, retrying, reload } = useEndpoint(enrollment.policies, {
    query: { documentAgreementVersion, programPaymentType: signed?.programPaymentType ?? programPaymentType },
  });
  if (error) return <FailedState error={error} onRetry={reload} retrying={retrying} />;
  if (!data) return <SkeletonLines lines={6} />;
  return <PolicyText html={data} label={`Agreement, version ${documentAgreementVersion}`} />;
}

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
