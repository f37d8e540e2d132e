import { type ProofRow, ledger } from '../../shared/contracts/ledger.ts';
import { memberOfPaymentId } from '../../shared/payments/payment.ts';
import { paymentTypeName } from '../../shared/payments/payment-types.ts';
import { MemberName, PartnerName } from '../app/MemberName.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { plural } from '../../shared/number-words.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { DateText, Money } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Icon } from '../ui/Icon.tsx';
import './ledger.css';
import { useState, useEffect } from 'react';
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
import { PageHeading } from '../ui/PageTitle.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';

/** Omitted if it is $0.00 in every row. */
const amount = { kind: 'money', statedOnce: true } as const;

const columns: readonly Column<ProofRow>[] = [
  {
    key: 'partnerName',
    title: 'Partner',
    render: ({ partnerId, partnerName: name }) => <PartnerName partnerId={partnerId} name={name} />,
  },
  { key: 'paymentTypeId', title: 'Payments', render: ({ paymentTypeId }) => paymentTypeName(paymentTypeId) },
  { key: 'payments', title: 'Lines', kind: 'number', detail: true },
  { key: 'owed', title: 'Owed', ...amount },
  { key: 'corrected', title: 'Corrected', ...amount, detail: true },
  { key: 'sent', title: 'Sent', ...amount },
  { key: 'returned', title: 'Returned', ...amount, detail: true },
  { key: 'retried', title: 'Sent again', ...amount, detail: true },
  { key: 'settled', title: 'Completed', ...amount, detail: true },
  { key: 'canceled', title: 'Canceled', ...amount, detail: true },
  { key: 'external', title: 'Sent externally', ...amount, detail: true },
  { key: 'outstanding', title: 'Outstanding', ...amount },
  { key: 'unexplained', title: 'Unexplained', ...amount, pinned: 'end' },
];

interface ProofTableProps {
  rows: readonly ProofRow[];
  hasMore: boolean;
  loadingMore: boolean;
  moreFailed: boolean;
  onMore: () => void;
}

interface Line {
  paymentId: string;
  payee: string;
  problem: string;
  amount: number;
}
const findingColumns: readonly Column<Line>[] = [
  {
    key: 'payee',
    title: 'Payer or payee',
    render: ({ payee, paymentId }) => <MemberName memberId={memberOfPaymentId(paymentId)} name={payee} />,
  },
  { key: 'problem', title: 'Finding', wrap: true },
  { key: 'amount', title: 'Difference', kind: 'money' },
  { key: 'paymentId', title: 'Payment', detail: true },
];

function ProofTable({ rows, ...more }: ProofTableProps) {
  const findings = rows.flatMap((row) => row.findings);
  return (
    <>
      {findings.length > 0 && (
        <Table
          caption="Differences"
          columns={findingColumns}
          rows={findings}
          rowKey={({ paymentId, problem }) => `${paymentId} ${problem}`}
        />
      )}
      <Table
        {...more}
        caption="By partner and payment type"
        columns={columns}
        rows={rows}
        rowKey={({ partnerId, paymentTypeId }) => `${partnerId} ${paymentTypeId}`}
        empty={<EmptyState icon="file" title="No data found" text="There are no payments for this month." />}
      />
    </>
  );
}

type Month = ResponseOf<typeof ledger.getProof>;
type Proof = NonNullable<Month['proof']>;

function MonthProof({ month: { proof, seal } }: { month: Month }) {
  if (!proof)
    return (
      <p className="quiet">This month has no proof yet. Select “Prove this month” to read its ledger.</p>
    );
  return (
    <div className="month-proof">
      <Verdict proof={proof} />
      <Waterfall proof={proof} />
      <DescriptionList
        items={[
          ...amounts
            .filter(([, name]) => proof[name] !== 0 || name === 'unexplained')
            .map(([label, name]) => [label, <Money key={name} cents={proof[name]} />] as const),
          ['Proved', <DateText key="proved" date={proof.provedAt} />],
          [
            'Seal',
            seal ? (
              <span key="seal">
                {plural(seal.entries, 'entry', 'entries')}, sealed <DateText date={seal.sealedAt} />
              </span>
            ) : (
              'The month is sealed on the 2nd of the following month'
            ),
          ],
        ]}
      />
      {seal && (
        <p className="quiet">
          SHA-256 <code className="seal-hash">{seal.hash}</code>
        </p>
      )}
    </div>
  );
}

/** The amounts that are not steps of the waterfall. */
const amounts = [
  ['Sent', 'sent'],
  ['Sent again', 'retried'],
  ['Received by the bank', 'acknowledged'],
  ['Returned', 'returned'],
  ['Unexplained', 'unexplained'],
] as const satisfies readonly (readonly [string, keyof Proof])[];

/** Returns the steps from the owed to the outstanding amount; what was not corrected, canceled, or sent is completed. */
function waterfallOf({ owed, corrected, canceled, external, outstanding }: Proof) {
  const steps = [
    { label: 'Corrected', change: -corrected },
    { label: 'Canceled', change: -canceled },
    { label: 'Sent externally', change: -external },
    { label: 'Completed', change: outstanding - (owed - corrected - canceled - external) },
  ].filter(({ change }) => change !== 0);
  return [
    { label: 'Owed', change: owed, from: 0, to: owed },
    ...steps.map((step, index) => {
      const from = steps.slice(0, index).reduce((level, { change }) => level + change, owed);
      return { ...step, from, to: from + step.change };
    }),
    { label: 'Outstanding', change: outstanding, from: 0, to: outstanding },
  ];
}

/** The money of the month from the owed to the outstanding amount; steps of $0.00 are omitted. */
function Waterfall({ proof }: { proof: Proof }) {
  const rows = waterfallOf(proof);
  const width = Math.max(1, ...rows.flatMap(({ from, to }) => [from, to]));
  const share = (level: number) => `${(Math.max(0, level) / width) * 100}%`;
  return (
    <ol className="waterfall" aria-label="From owed to outstanding">
      {rows.map(({ label, change, from, to }) => (
        <li key={label}>
          <span>{label}</span>
          <Money cents={change} />
          <span className="waterfall-bar" data-total={from === 0} aria-hidden="true">
            <span
              style={{ insetInlineStart: share(Math.min(from, to)), inlineSize: share(Math.abs(to - from)) }}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Verdict({ proof: { findingCount, unexplained, seal } }: { proof: Proof }) {
  const isGood = findingCount === 0;
  return (
    <div className={`alert alert-${isGood ? 'success' : 'error'}`}>
      <Icon name={isGood ? 'check-circle' : 'error'} />
      <div>
        <p className="alert-title">
          {isGood ? 'Every cent is explained' : plural(findingCount, 'finding', 'findings')}
        </p>
        <p>
          {isGood ? (
            'Every entry is unchanged, and every payment matches its entries.'
          ) : (
            <>
              <Money cents={unexplained} /> unexplained. See the differences below. Do not send payments of
              this month until they are resolved.
            </>
          )}
          {seal === 'broken' && ' The entries posted in this month no longer match its seal.'}
        </p>
      </div>
    </div>
  );
}

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
