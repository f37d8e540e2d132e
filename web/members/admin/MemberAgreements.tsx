import { Link } from 'react-router-dom';
import type { MemberOverview } from '../../../shared/members/member-overview.ts';
import { pathTo } from '../../app/addresses.ts';
import { Card } from '../../ui/Card.tsx';
import { Table } from '../../ui/Table.tsx';

/** What a member signed, each as the file that was kept. */
export const MemberAgreements = ({ agreements }: Pick<MemberOverview, 'agreements'>) => (
  <Card title="Agreements">
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
          render: ({ partitionKey, rowKey, contractNumber }) => (
            <Link to={pathTo('storedFile', { filePartitionKey: partitionKey, fileRowKey: rowKey })}>
              {contractNumber}
            </Link>
          ),
        },
        { key: 'facilityName', title: 'Facility' },
        { key: 'version', title: 'Version', kind: 'number' },
        { key: 'signedAt', title: 'Signed', kind: 'date' },
      ]}
      empty={<p className="quiet member-empty">Nothing is signed yet.</p>}
    />
  </Card>
);
