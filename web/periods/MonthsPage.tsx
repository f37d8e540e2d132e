import { periods } from '../../shared/contracts/periods.ts';
import { usePages } from '../app/list-pages.ts';
import { ApprovalInbox } from '../bank-files/ApprovalInbox.tsx';
import { DueCases } from '../privacy/DueCases.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { MonthLine } from './MonthLine.tsx';
import './months.css';

export default function MonthsPage() {
  const { pages, failed, hasMore, loadingMore, moreFailed, onMore } = usePages(periods.months, { query: {} });
  const months = pages.flatMap(({ items }) => items);
  return (
    <>
      <PageHeading
        title="Months"
        lead="The open steps of each month, with the amounts and the users who can complete them."
      />
      <ApprovalInbox />
      <DueCases />
      {failed ? (
        <FailedState error={failed.error} onRetry={failed.onRetry} retrying={failed.retrying} />
      ) : pages.length === 0 ? (
        <Card title="Months">
          <SkeletonLines lines={6} />
        </Card>
      ) : (
        months.map((month) => <MonthLine key={month.periodId} month={month} />)
      )}
      {hasMore && (
        <div className="page-actions">
          {moreFailed && <p role="alert">Earlier months could not be loaded.</p>}
          <Button busy={loadingMore} busyLabel="Loading…" onClick={onMore}>
            Show earlier months
          </Button>
        </div>
      )}
    </>
  );
}
