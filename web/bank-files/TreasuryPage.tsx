import { Link } from 'react-router-dom';
import { addressOfPayments } from '../../shared/bank-files/approval.ts';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { returnMeasures, type ReturnMeasure } from '../../shared/bank-files/return-rates.ts';
import { periodName } from '../../shared/calendar.ts';
import { partsToSend, type PartToSend } from '../../shared/payments/month-steps.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { pathTo } from '../app/addresses.ts';
import { Money, DateText } from '../ui/formatted-text.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Column } from '../ui/TableHead.tsx';
import { boundRequest } from '../app/bound-request.ts';
import { useEndpoint } from '../app/data.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { Card } from '../ui/Card.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { accountColumns } from './account-columns.tsx';
import './bank-files.css';
import { entryColumns } from './inbox-columns.tsx';

type Treasury = ResponseOf<typeof bankFiles.getTreasury>;

const approvalColumns: readonly Column<Treasury['approvals'][number]>[] = [
  {
    key: 'bankFlow',
    title: 'Payments',
    render: ({ bankFlow, filter }) => (
      <Link className="bank-link" to={addressOfPayments(filter, { review: true })}>
        {bankFlowTable[bankFlow].label}, {periodName(filter.periodId)}
      </Link>
    ),
  },
  { key: 'amount', title: 'Total', kind: 'money' },
  { key: 'reasons', title: 'Reasons', wrap: true, render: ({ reasons }) => reasons.join(' ') },
  {
    key: 'askedByName',
    title: 'Confirmed by',
    render: ({ requestedByName: askedByName, isRequestedByCaller }) =>
      isRequestedByCaller ? 'You' : askedByName,
  },
  { key: 'effectiveDate', title: 'Effective', kind: 'date' },
];

const unknownColumns: readonly Column<Treasury['unknownFiles'][number]>[] = [
  {
    key: 'name',
    title: 'File',
    render: ({ id, name }) => (
      <Link className="bank-link" to={pathTo('bankFile', { bankFileId: id })}>
        {name}
      </Link>
    ),
  },
  {
    key: 'total',
    title: 'Total',
    kind: 'money',
    render: ({ debit, credit }) => <Money cents={debit + credit} />,
  },
  { key: 'reason', title: 'Reason', wrap: true },
  { key: 'statusAt', title: 'Since', kind: 'date' },
];

const pendingColumns: readonly Column<Treasury['pending'][number]>[] = [
  {
    key: 'bankFlow',
    title: 'Payments',
    // the months list these payments by program and type
    render: ({ bankFlow }) => (
      <Link className="bank-link" to={pathTo('months')}>
        {bankFlowTable[bankFlow].label}
      </Link>
    ),
  },
  { key: 'dueDate', title: 'Effective', kind: 'date' },
  { key: 'periodId', title: 'Month', render: ({ periodId }) => periodName(periodId) },
];

const partTitles: Record<PartToSend, string> = {
  ready: 'To be sent',
  later: 'Sent later',
  unchecked: 'To be checked',
  excluded: 'Excluded',
};

/** Returns the columns of the parts with an amount. */
const partColumns = (pending: Treasury['pending']): Column<Treasury['pending'][number]>[] =>
  partsToSend
    .filter((part) => part === 'ready' || pending.some(({ parts }) => parts[part] !== 0))
    .map((part) => ({
      key: part,
      title: partTitles[part],
      kind: 'money',
      render: ({ parts }) => <Money cents={parts[part]} />,
    }));

type Rate = Treasury['rates'][number];
const colors = { ok: 'green', watch: 'orange', over: 'beet' } as const;
const words = { ok: 'below half', watch: 'above half', over: 'over the limit' } as const;
const percent = (part: number, whole: number) =>
  whole === 0 ? '0%' : `${((100 * part) / whole).toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;

const rateColumn = (measure: ReturnMeasure, title: string, limit: number): Column<Rate> => ({
  key: measure,
  title: `${title} (limit ${percent(limit, 1)})`,
  render: ({ bankFlow, originated, returned, levels }) => {
    const level = levels.find((candidate) => candidate.measure === measure)?.level ?? 'ok';
    const rateText = `${returned[measure].toLocaleString('en-US')} (${percent(returned[measure], originated)})`;
    return (
      <span className="bank-notes">
        {returned[measure] === 0 ? (
          rateText
        ) : (
          <Link className="bank-link" to={pathTo('returnedEntries', {}, { flow: bankFlow, measure })}>
            {rateText}
          </Link>
        )}
        {level !== 'ok' && <StatusBadge color={colors[level]} label={words[level]} />}
      </span>
    );
  },
});

const rateColumns: readonly Column<Rate>[] = [
  { key: 'bankFlow', title: 'Payments', render: ({ bankFlow }) => bankFlowTable[bankFlow].label },
  { key: 'originated', title: 'Entries sent', kind: 'number' },
  ...returnMeasures.map(({ id, name, limit }) => rateColumn(id, name, limit)),
];

export default function TreasuryPage() {
  const { data, error, reload, retrying } = useEndpoint(bankFiles.getTreasury, {});
  return (
    <>
      <PageHeading title="Treasury" lead="Tasks for today and the bank’s cutoff times." />
      {error ? (
        <FailedState error={error} onRetry={reload} retrying={retrying} />
      ) : data ? (
        <Loaded treasury={data} />
      ) : (
        <Card title="Open tasks">
          <SkeletonLines lines={6} />
        </Card>
      )}
    </>
  );
}

function Loaded({ treasury }: { treasury: Treasury }) {
  const { approvals, unknownFiles, openEntryCount, pending, rates, waitingAccounts } = treasury;
  const isQuiet = approvals.length + unknownFiles.length + openEntryCount === 0;
  return (
    <>
      {isQuiet && (
        <EmptyState
          icon="check-circle"
          title="No open tasks"
          text="No approvals, unknown files, or bank entries need your attention."
        />
      )}
      <NeedsYou treasury={treasury} />
      <Table
        caption="To be sent"
        columns={[...pendingColumns, ...partColumns(pending)]}
        rows={pending}
        rowKey={({ periodId, bankFlow }) => `${periodId} ${bankFlow}`}
        empty={
          <EmptyState
            icon="bank"
            title="Nothing to send"
            text="Payments appear here while they are Pending."
          />
        }
      />
      {waitingAccounts.length > 0 && <WaitingAccounts accounts={waitingAccounts} />}
      <Table
        caption="Returns of the last 60 days"
        columns={rateColumns}
        rows={rates}
        rowKey={({ bankFlow }) => bankFlow}
      />
      <Bank treasury={treasury} />
    </>
  );
}

function NeedsYou({ treasury }: { treasury: Treasury }) {
  const { approvals, unknownFiles, openEntries, openEntryCount } = treasury;
  return (
    <>
      {approvals.length > 0 && (
        <>
          <Table
            caption="Waiting for a second administrator"
            columns={approvalColumns}
            rows={approvals}
            rowKey={({ runHash }) => runHash}
          />
          <div className="page-actions">
            <DownloadButton of={boundRequest(bankFiles.downloadApprovals, {})} label="Download approvals" />
          </div>
        </>
      )}
      {unknownFiles.length > 0 && (
        <Table
          caption="Delivery unknown"
          columns={unknownColumns}
          rows={unknownFiles}
          rowKey={({ id }) => id}
        />
      )}
      {openEntryCount > 0 && (
        <>
          <Table
            caption="Entries to review"
            compact
            columns={entryColumns}
            rows={openEntries}
            rowKey={({ inboxFileId, position }) => `${inboxFileId} ${position}`}
          />
          <p className="quiet">
            <Link className="bank-link" to={pathTo('reviewEntries')}>
              Review all {openEntryCount.toLocaleString('en-US')}
            </Link>
          </p>
        </>
      )}
    </>
  );
}

const WaitingAccounts = ({ accounts }: { accounts: Treasury['waitingAccounts'] }) => (
  <>
    <Table
      caption="Waiting accounts"
      compact
      columns={accountColumns}
      rows={accounts}
      rowKey={({ payeeToken }) => payeeToken}
    />
    <p className="quiet">
      <Link className="bank-link" to={pathTo('waitingAccounts')}>
        See all waiting accounts
      </Link>
    </p>
  </>
);

const clockTime = (time: string): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
};

const Bank = ({ treasury: { cutOff, holidays } }: { treasury: Treasury }) => (
  <Card title="The bank">
    <DescriptionList
      items={[
        [
          'Next cutoff',
          cutOff ? (
            <span key="cutoff">
              <DateText date={cutOff.date} />, {clockTime(cutOff.time)} Chicago time
            </span>
          ) : (
            'The bank settings are missing'
          ),
        ],
        ...holidays.map(
          ({ name, date }) => [`Closed: ${name}`, <DateText key={date} date={date} />] as const,
        ),
      ]}
    />
    {cutOff && (
      <>
        <p className="quiet">
          To test the bank’s profile, send the bank a file of three $0.00 prenotes. The portal never sends it.
        </p>
        <div className="page-actions">
          <DownloadButton of={boundRequest(bankFiles.downloadTestFile, {})} label="Create test file" />
        </div>
      </>
    )}
  </Card>
);
