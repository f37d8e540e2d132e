import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { firstVersionWithFile } from '../../shared/enrollment/agreement-text.ts';
import { contractNumber } from '../../shared/enrollment/agreement.ts';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { files } from '../../shared/files/contract.ts';
import { pathTo } from '../app/addresses.ts';
import { download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Contract } from './AgreementSteps.tsx';
import { MembershipPicker, useMembership } from './MembershipPicker.tsx';
import { SignAgain } from './SignAgain.tsx';
import { SignedAgreement } from './SignedAgreement.tsx';
import './enrollment.css';

/** The signed agreement, for the member, the club's manager and administrators. */
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
          text="It is signed when you enroll in a club."
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
      <PageHeading
        title={`Enrolled in ${data.facilityName ?? ''}`}
        lead={`${data.firstName} ${data.lastName}`}
      />
      {picker}
      <Signed contract={data} />
      {data.agreementRowKey !== null && <SignedAgreement contract={data} />}
      {routeMemberId === undefined && <SignAgain memberId={memberId} />}
    </>
  );
}

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
