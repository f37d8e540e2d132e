import { useState } from 'react';
import useSWRInfinite from 'swr/infinite';
import { ledger } from '../../shared/ledger/contract.ts';
import { periodName } from '../../shared/calendar.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAddress } from '../app/address.ts';
import { callApi } from '../app/api.ts';
import { useAction } from '../app/data.ts';
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

type Month = ResponseOf<typeof ledger.getProof>;

/** What a month's payments came to, from the ledger, and every line that does not add up. */
export default function ProofPage() {
  const [{ period }, change] = useAddress('period');
  const periods = usePeriods('until current');
  const periodId = period ?? periods.data?.[0]?.id ?? '';
  const [jobId, setJobId] = useState<string>();
  const prove = useAction(ledger.prove);
  const pages = useSWRInfinite<Month, unknown>(
    (index: number, before: Month | null) =>
      periodId === '' || (before && !before.nextCursor)
        ? null
        : `LEDGER ${periodId} ${index} ${before?.nextCursor ?? ''}`,
    (key: string) =>
      callApi(ledger.getProof, {
        params: { periodId },
        query: { cursor: key.split(' ').slice(3).join(' ') || undefined },
      }),
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );
  const loaded = pages.data ?? [];
  const month = loaded[0];
  const begin = async () => setJobId((await prove.act({ params: { periodId }, body: {} }))?.jobId);
  const error = periods.error ?? (month ? undefined : pages.error);
  return (
    <>
      <PageHeading
        title="Proof of every cent"
        lead="The ledger keeps every change of every payment. A proof reads it all and names what does not add up."
        actions={
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
      {jobId && <ProofProgress jobId={jobId} onDone={() => void pages.mutate()} />}
      {error ? (
        <FailedState error={error} onRetry={() => void pages.mutate()} retrying={pages.isValidating} />
      ) : (
        <>
          <Card title={periodId === '' ? 'Month' : periodName(periodId)}>
            {month ? <MonthProof month={month} /> : <SkeletonLines lines={5} />}
          </Card>
          {month?.proof && (
            <ProofTable
              rows={loaded.flatMap(({ rows }) => rows)}
              hasMore={Boolean(loaded.at(-1)?.nextCursor)}
              loadingMore={pages.isValidating && pages.size > loaded.length}
              onMore={() => void pages.setSize((size) => size + 1)}
            />
          )}
        </>
      )}
    </>
  );
}
