import { Link } from 'react-router-dom';
import {
  inboxEntryStatuses,
  inboxFileStatuses,
  type InboxEntryRow,
  type InboxEntryStatus,
  type InboxFileStatus,
} from '../../shared/bank-files/inbox-file.ts';
import type { bankFiles } from '../../shared/contracts/bank-files.ts';
import { changeMeaning } from '../../shared/bank-files/nacha/change-codes.ts';
import { returnCode } from '../../shared/bank-files/nacha/return-codes.ts';
import { memberOfPaymentId } from '../../shared/payments/payment.ts';
import { MemberName } from '../app/MemberName.tsx';
import { pathTo } from '../app/addresses.ts';
import type { ListColumn } from '../app/ListPage.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';

export function InboxFileStatusBadge({ status }: { status: InboxFileStatus | undefined }) {
  const statusRow = inboxFileStatuses.find(({ id }) => id === status);
  return statusRow ? <StatusBadge color={statusRow.color} label={statusRow.name} /> : null;
}

function EntryStatusBadge({ status }: { status: InboxEntryStatus }) {
  const statusRow = inboxEntryStatuses.find(({ id }) => id === status);
  return statusRow ? <StatusBadge color={statusRow.color} label={statusRow.name} /> : null;
}

export const meaningOf = ({ about, code }: Pick<InboxEntryRow, 'about' | 'code'>): string =>
  about === 'return'
    ? returnCode(code).meaning
    : about === 'change'
      ? `New: ${(changeMeaning(code) ?? 'unknown').toLowerCase()}`
      : about === 'statement'
        ? 'Movement of our account'
        : 'Not a return';

export const entryColumns: readonly ListColumn<typeof bankFiles.listOpenEntries>[] = [
  {
    key: 'name',
    title: 'Name at the bank',
    sortable: true,
    render: ({ paymentId, name, lastFour }) => (
      <span className="bank-payee">
        <MemberName memberId={paymentId && memberOfPaymentId(paymentId)} name={name || '–'} />
        {lastFour && <span className="quiet">xxxxx{lastFour}</span>}
      </span>
    ),
  },
  {
    key: 'code',
    title: 'Bank’s code',
    sortable: true,
    wrap: true,
    render: (entry) => (
      <span className="bank-payee">
        <strong>{entry.code || '–'}</strong>
        <span className="quiet">{meaningOf(entry)}</span>
      </span>
    ),
  },
  {
    key: 'reason',
    title: 'What happened',
    wrap: true,
    render: ({ reason, note }) => (
      <span className="bank-payee">
        {reason}
        {note && <span className="quiet">“{note}”</span>}
      </span>
    ),
  },
  {
    key: 'originalTrace',
    title: 'Trace number',
    detail: true,
    render: ({ originalTrace, bankFileId }) =>
      bankFileId ? (
        <Link className="bank-link number" to={pathTo('bankFile', { bankFileId })}>
          {originalTrace || 'Our file'}
        </Link>
      ) : (
        <span className="number">{originalTrace || '–'}</span>
      ),
  },
  { key: 'deadline', title: 'Act by', kind: 'date', sortable: true, statedOnce: true },
  { key: 'amount', title: 'Amount', kind: 'money', sortable: true, pinned: 'end' },
  {
    key: 'status',
    title: 'Status',
    pinned: 'end',
    render: ({ status }) => <EntryStatusBadge status={status} />,
  },
];

export const fileEntryColumns = entryColumns.map((column) => ({ ...column, sortable: false }));
