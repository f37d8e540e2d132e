import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import type { WaitingAccountRow } from '../../shared/bank-files/treasury-contract.ts';
import { waitingAccountStates } from '../../shared/bank-files/prenote.ts';
import { MemberName } from '../app/MemberName.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Column } from '../ui/TableHead.tsx';

const owners = { partner: 'Partner', facility: 'Facility', member: 'Member' } as const;

export const accountColumns: readonly Column<WaitingAccountRow>[] = [
  {
    key: 'nameOnAccount',
    title: 'Account',
    render: ({ memberId, nameOnAccount, lastFour }) => (
      <span className="bank-payee">
        <MemberName memberId={memberId} name={nameOnAccount} />
        <span className="quiet">xxxxx{lastFour}</span>
      </span>
    ),
  },
  { key: 'ownerKind', title: 'Owner', render: ({ ownerKind }) => owners[ownerKind] },
  {
    key: 'bankFlow',
    title: 'Payments',
    render: ({ bankFlow }) => (bankFlow ? bankFlowTable[bankFlow].label : '–'),
  },
  { key: 'changedAt', title: 'Entered', kind: 'date' },
  {
    key: 'until',
    title: 'Used from',
    render: ({ until, state }) =>
      until ? <DateText date={until} /> : state === 'held' ? 'Needs new bank details' : 'After its prenote',
  },
  {
    key: 'state',
    title: 'Status',
    pinned: 'end',
    render: ({ state }) => {
      const status = waitingAccountStates.find(({ id }) => id === state);
      return status && <StatusBadge color={status.color} label={status.name} />;
    },
  },
];
