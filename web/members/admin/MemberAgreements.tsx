import { useState } from 'react';
import { Link } from 'react-router-dom';
import { firstVersionWithFile } from '../../../shared/enrollment/agreement-text.ts';
import { files } from '../../../shared/contracts/files.ts';
import type { MemberOverview } from '../../../shared/accounts/member-overview.ts';
import { pathTo } from '../../app/addresses.ts';
import { download } from '../../app/api.ts';
import { showFailure } from '../../app/data.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Table } from '../../ui/Table.tsx';

type Agreement = MemberOverview['agreements'][number];

export const MemberAgreements = ({
  agreements,
  row: { memberId },
}: Pick<MemberOverview, 'agreements' | 'row'>) => (
  <Card
    title="Agreements"
    aside={
      <Link className={buttonClass('quiet')} to={pathTo('memberLegalContract', { memberId })}>
        Legal contract
      </Link>
    }
  >
    <Table
      caption="Signed agreements"
      captionHidden
      compact
      rows={agreements}
      rowKey={({ rowKey }) => rowKey}
      columns={[
        {
          key: 'contractNumber',
          title: 'Contract',
          render: (agreement) => <AgreementLink agreement={agreement} memberId={memberId} />,
        },
        { key: 'facilityName', title: 'Facility' },
        { key: 'version', title: 'Version', kind: 'number' },
        { key: 'signedAt', title: 'Signed', kind: 'date' },
      ]}
      empty={<p className="quiet member-empty">Nothing is signed yet.</p>}
    />
  </Card>
);

/** Downloads the file of an agreement; versions without a file lead to the legal contract (spec 3 §4). */
function AgreementLink({ agreement, memberId }: { agreement: Agreement; memberId: string }) {
  const { partitionKey, rowKey, contractNumber, version } = agreement;
  const [loading, setLoading] = useState(false);
  if (version < firstVersionWithFile)
    return <Link to={pathTo('memberLegalContract', { memberId })}>{contractNumber}</Link>;
  const save = async () => {
    setLoading(true);
    await download(files.get, { params: { partitionKey, rowKey } })
      .catch(showFailure)
      .finally(() => setLoading(false));
  };
  return (
    <Button
      small
      kind="quiet"
      icon="download"
      busy={loading}
      busyLabel="Downloading…"
      onClick={() => void save()}
    >
      <span className="hidden-text">Download agreement </span>
      {contractNumber}
    </Button>
  );
}
