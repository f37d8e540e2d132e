import { type ReactNode, useState } from 'react';
import { firstVersionWithFile } from '../../shared/enrollment/agreement-text.ts';
import { contractNumber } from '../../shared/enrollment/agreement.ts';
import { files } from '../../shared/files/contract.ts';
import { deleted } from '../../shared/members/member.ts';
import { download } from '../app/api.ts';
import { showFailure } from '../app/data.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Contract } from './steps.ts';
import { SignedAgreement } from './SignedAgreement.tsx';
import './enrollment.css';

interface EnrolledContractProps {
  contract: Contract;
  /** Shown between the heading and the agreement. */
  children?: ReactNode;
}

/** The read-only contract of an enrolled or former member. */
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
