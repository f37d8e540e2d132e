import { CallError } from '../../../web/platform/call-error.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Card } from '../../../web/ui/Card.tsx';
import {
  EmptyState,
  FailedState,
  ForbiddenState,
  SkeletonLines,
  ErrorBoundary,
} from '../../../web/ui/states.tsx';
import { PageHeading } from '../../../web/ui/PageTitle.tsx';
import { Table } from '../../../web/ui/Table.tsx';
import type { Column } from '../../../web/ui/TableHead.tsx';

const columns: Column<{ id: string }>[] = [
  { key: 'id', title: 'Partner ID' },
  { key: 'name', title: 'Name' },
  { key: 'fee', title: 'Program fee', kind: 'money' },
];
const table = { columns, rows: [], rowKey: (row: { id: string }) => row.id };
const failure = new CallError({ status: 500, requestId: '01JD3V8Q' });

function Broken(): never {
  throw new Error('Cannot read the period');
}

export const StatesPage = () => (
  <>
    <PageHeading title="Empty, loading, failed, forbidden" />
    <Table {...table} caption="Loading partners" loading />
    <Table {...table} caption="No partners" />
    <Table
      {...table}
      caption="No partners yet"
      empty={
        <EmptyState
          icon="user"
          title="No partners yet"
          text="Partners pay for the memberships of their employees."
          action={<Button kind="primary">Add a partner</Button>}
        />
      }
    />
    <Table {...table} caption="Failed partners" failed={{ error: failure, onRetry: () => {} }} />
    <Card title="Loading">
      <SkeletonLines lines={4} />
    </Card>
    <Card title="Failed">
      <FailedState error={new CallError({ status: 0 })} onRetry={() => {}} retrying />
    </Card>
    <Card title="Forbidden">
      <ForbiddenState />
    </Card>
    <Card title="Broken">
      <ErrorBoundary>
        <Broken />
      </ErrorBoundary>
    </Card>
  </>
);
