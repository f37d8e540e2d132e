import { useState } from 'react';
import { ledger } from '../../shared/ledger/contract.ts';
import { periodName } from '../../shared/calendar.ts';
import { useAddress } from '../app/address.ts';
import { boundRequest } from '../app/bound-request.ts';
import { useAction } from '../app/data.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { usePeriods } from '../periods/periods.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { FailedState, SkeletonLines } from '../ui/states.tsx';
import { MonthProof } from './MonthProof.tsx';
import { ProofProgress } from './ProofProgress.tsx';
import { ProofTable } from './ProofTable.tsx';

/** What a month's payments came to, from the ledger, and every line that does not add up. */
export default function ProofPage() {
  const [{ period }, change] = useAddress('period');
  const periods = usePeriods('until current');
  const periodId = period ?? periods.data?.[0]?.id ?? '';
  const [jobId, setJobId] = useState<string>();
  const prove = useAction(ledger.prove);
  const { pages, reload, retrying, ...list } = usePages(
    ledger.getProof,
    periodId === '' ? null : { params: { periodId }, query: {} },
  );
  const month = pages[0];
  const begin = async () => setJobId((await prove.act({ params: { periodId }, body: {} }))?.jobId);
  const error = periods.error ?? list.error;
  return (
    <>
      <PageHeading
        title="Proof of every cent"
        lead="The ledger keeps every change of every payment. A proof reads it all and names what does not add up."
        actions={
          <>
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
        }
      />
      <Filters label="Which month">
        <LabeledSelect
          label="Month"
          value={periodId}
          options={(periods.data ?? []).map(({ id, yearMonth }) => ({ id, name: yearMonth }))}
          placeholder={periods.data ? undefined : 'Loading…'}
          onChange={(chosen) => {
            setJobId(undefined);
            change({ period: chosen });
          }}
        />
      </Filters>
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
              onMore={list.onMore}
            />
          )}
        </>
      )}
    </>
  );
}
