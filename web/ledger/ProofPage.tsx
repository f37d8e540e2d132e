import { useState, useEffect } from 'react';
import { ledger } from '../../shared/contracts/ledger.ts';
import { periodName } from '../../shared/calendar.ts';
import { useAddress } from '../app/address.ts';
import { boundRequest } from '../app/bound-request.ts';
import { useAction, useJob } from '../app/data.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { usePeriods } from '../periods/periods.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { MonthProof } from './MonthProof.tsx';
import { ProofTable } from './ProofTable.tsx';

export default function ProofPage() {
  const [{ period }, change] = useAddress('period');
  const periods = usePeriods('until current');
  const periodId = period ?? periods.data?.[0]?.id ?? '';
  const [jobId, setJobId] = useState<string>();
  const { pages, reload, retrying, ...list } = usePages(
    ledger.getProof,
    periodId === '' ? null : { params: { periodId }, query: {} },
  );
  const month = pages[0];
  const error = periods.error ?? list.error;
  return (
    <>
      <PageHeading
        title="Proof of every cent"
        lead="The ledger records every change of every payment. A proof reads all entries and lists differences."
        actions={<Actions periodId={periodId} onBegun={setJobId} />}
      />
      <MonthChoice
        periodId={periodId}
        onChosen={(chosen) => {
          setJobId(undefined);
          change({ period: chosen });
        }}
      />
      {jobId && <ProofProgress jobId={jobId} onDone={reload} />}
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : (
        <>
          <Card title={periodId === '' ? 'Month' : periodName(periodId)}>
            {month ? <MonthProof month={month} /> : <SkeletonLines lines={5} />}
          </Card>
          {month?.proof && (
            <ProofTable
              rows={pages.flatMap(({ rows }) => rows)}
              hasMore={list.hasMore}
              loadingMore={list.loadingMore}
              moreFailed={list.moreFailed}
              onMore={list.onMore}
            />
          )}
        </>
      )}
    </>
  );
}

function Actions({ periodId, onBegun }: { periodId: string; onBegun: (jobId: string | undefined) => void }) {
  const prove = useAction(ledger.prove);
  const begin = async () => onBegun((await prove.act({ params: { periodId }, body: {} }))?.jobId);
  return (
    <>
      <DownloadButton
        of={periodId === '' ? null : boundRequest(ledger.downloadProof, { params: { periodId } })}
        label="Download proof"
      />
      <DownloadButton
        of={periodId === '' ? null : boundRequest(ledger.downloadEntries, { params: { periodId } })}
        label="Download ledger"
      />
      <Button
        kind="primary"
        icon="check-circle"
        disabled={periodId === ''}
        busy={prove.running}
        busyLabel="Starting…"
        onClick={() => void begin()}
      >
        Prove this month
      </Button>
    </>
  );
}

function MonthChoice({ periodId, onChosen }: { periodId: string; onChosen: (periodId: string) => void }) {
  const periods = usePeriods('until current');
  return (
    <Filters label="Month">
      <LabeledSelect
        label="Month"
        value={periodId}
        options={(periods.data ?? []).map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
        placeholder={periods.data ? undefined : 'Loading…'}
        onChange={onChosen}
      />
    </Filters>
  );
}

function ProofProgress({ jobId, onDone }: { jobId: string; onDone: () => void }) {
  const { job, error, reload } = useJob(jobId);
  const isOver = job !== undefined && job.status !== 'running';
  useEffect(() => {
    if (isOver) onDone();
    // once, when it is over
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver]);
  if (error && !job) return <FailedState error={error} onRetry={reload} />;
  if (!job) return <SkeletonLines lines={1} />;
  // The result is shown below.
  if (job.status === 'done') return null;
  return (
    <ProgressBar label="Proving" done={job.done} total={job.total} state={job.status} text={job.message} />
  );
}
