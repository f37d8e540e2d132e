import { Link } from 'react-router-dom';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { pathTo } from '../app/addresses.ts';
import { boundRequest } from '../app/bound-request.ts';
import { useEndpoint } from '../app/data.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { Card } from '../ui/Card.tsx';
import { DateText } from '../ui/DateText.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import { accountColumns } from './account-columns.tsx';
import './bank-files.css';
import { entryColumns } from './inbox-columns.tsx';
import {
  approvalColumns,
  pendingColumns,
  rateColumns,
  unknownColumns,
  type Treasury,
} from './treasury-columns.tsx';

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
        columns={pendingColumns}
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
