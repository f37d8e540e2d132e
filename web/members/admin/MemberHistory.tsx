import type { MemberOverview } from '../../../shared/accounts/member-overview.ts';
import { Card } from '../../ui/Card.tsx';
import { Table } from '../../ui/Table.tsx';

export const MemberHistory = ({ title, events }: { title: string; events: MemberOverview['history'] }) => (
  <Card title={title}>
    <Table
      caption={`${title}, the latest first`}
      captionHidden
      compact
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        { key: 'when', title: 'When', kind: 'date' },
        { key: 'what', title: 'What', wrap: true },
        { key: 'who', title: 'Who' },
      ]}
      empty={<p className="quiet member-empty">Nothing yet.</p>}
    />
  </Card>
);
