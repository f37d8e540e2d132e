import { Link } from 'react-router-dom';
import { bankFlows, bankFlowTable, type BankFlow } from '../../shared/bank-files/bank-flow-table.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { returnMeasures, type ReturnMeasure } from '../../shared/bank-files/return-rates.ts';
import type { ResponseOf } from '../../shared/endpoint.ts';
import { useAddress } from '../app/address.ts';
import { pathTo } from '../app/addresses.ts';
import { boundRequest } from '../app/bound-request.ts';
import { DownloadButton } from '../app/DownloadButton.tsx';
import { usePages } from '../app/list-pages.ts';
import { MemberName } from '../app/MemberName.tsx';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { PageHeading } from '../ui/PageTitle.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/TableHead.tsx';
import './bank-files.css';

type Entry = ResponseOf<typeof bankFiles.listReturnedEntries>['items'][number];

const columns: readonly Column<Entry>[] = [
  {
    key: 'name',
    title: 'Name at the bank',
    render: ({ name, lastFour, memberId }) => (
      <span className="bank-payee">
        <MemberName memberId={memberId} name={name} />
        <span className="quiet">xxxxx{lastFour}</span>
      </span>
    ),
  },
  {
    key: 'code',
    title: 'Bank’s code',
    wrap: true,
    render: ({ code, meaning }) => (
      <span className="bank-payee">
        <strong>{code}</strong>
        <span className="quiet">{meaning}</span>
      </span>
    ),
  },
  { key: 'at', title: 'Returned', kind: 'date' },
  {
    key: 'bankFileId',
    title: 'Files',
    render: ({ bankFileId, inboxFileId }) => (
      <span className="bank-notes">
        <Link className="bank-link" to={pathTo('bankFile', { bankFileId })}>
          Sent
        </Link>
        <Link className="bank-link" to={pathTo('receivedFile', { inboxFileId })}>
          Received
        </Link>
      </span>
    ),
  },
  { key: 'amount', title: 'Amount', kind: 'money' },
];

const bankFlowOf = (text: string | undefined): BankFlow =>
  bankFlows.find((option) => option === text) ?? bankFlows[0];
const measureOf = (text: string | undefined): ReturnMeasure =>
  returnMeasures.find(({ id }) => id === text)?.id ?? 'all';

export default function ReturnedEntriesPage() {
  const [{ flow, measure }, change] = useAddress('flow', 'measure');
  const bankFlow = bankFlowOf(flow);
  const which = { query: { bankFlow, measure: measureOf(measure) } };
  const { pages, ...list } = usePages(bankFiles.listReturnedEntries, which);
  const rows = pages.flatMap(({ items }) => items);
  return (
    <>
      <PageHeading
        title="Returned entries"
        lead="Entries of the last 60 days that count toward a return rate, newest first."
        actions={<DownloadButton of={boundRequest(bankFiles.downloadReturnedEntries, which)} />}
      />
      <Filters label="Return type">
        <LabeledSelect
          label="Payments"
          value={bankFlow}
          options={bankFlows.map((id) => ({ id, name: bankFlowTable[id].label }))}
          onChange={(chosen) => change({ flow: chosen })}
        />
        <LabeledSelect
          label="Rate"
          value={measureOf(measure)}
          options={returnMeasures.map(({ id, name }) => ({ id, name }))}
          onChange={(chosen) => change({ measure: chosen })}
        />
      </Filters>
      <Table
        caption="Returned entries"
        captionHidden
        columns={columns}
        {...list}
        rows={rows}
        rowKey={({ trace }) => trace}
        empty={
          <EmptyState
            icon="check-circle"
            title="No returned entries"
            text="No entries in this rate were returned in the last 60 days."
          />
        }
      />
    </>
  );
}
