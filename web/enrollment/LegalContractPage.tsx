import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { currentAgreementVersion } from '../../shared/enrollment/agreement-text.ts';
import { enrollment } from '../../shared/enrollment/contract.ts';
import { files } from '../../shared/files/contract.ts';
import { download } from '../app/api.ts';
import { showFailure, useEndpoint } from '../app/data.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { PhoneText } from '../ui/PhoneText.tsx';
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
              <Link className={buttonClass('primary')} to="/member/dashboard/facilitylocator">
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
  return (
    <Card
      title="Agreement"
      aside={
        rowKey ? (
          <StatusBadge color="green" label="Signed" />
        ) : (
          <StatusBadge color="yellow" label="Not signed yet" />
        )
      }
      footer={
        rowKey &&
        contract.documentAgreementVersion >= currentAgreementVersion && (
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
          ['First Name', contract.firstName],
          ['Last Name', contract.lastName],
          ['Contact Number', <PhoneText key="phone" number={contract.contactNumber} />],
          ['Email', contract.email],
          [contract.preferredAccessType === 0 ? 'Key Fob' : 'Access', contract.keyFobNumber ?? 'Access Pass'],
          ['Partner', contract.partnerName],
          [
            'Monthly Dues',
            contract.programPaymentType === 1 ? (
              'Paid by the partner'
            ) : (
              <Money key="dues" cents={contract.memberDuesAmount} />
            ),
          ],
          ['Version', rowKey ? String(contract.documentAgreementVersion) : ''],
          ['Date', rowKey ? <DateText key="date" date={contract.date} /> : ''],
        ]}
      />
    </Card>
  );
}
