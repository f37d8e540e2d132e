import { Link } from 'react-router-dom';
import { bankFlowTable } from '../../shared/bank-files/bank-flow-table.ts';
import type { WaitingAccountRow } from '../../shared/bank-files/treasury-contract.ts';
import { waitingAccountStates } from '../../shared/bank-files/prenote.ts';
import { pathTo } from '../app/addresses.ts';
import { DateText } from '../ui/formatted-text.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Column } from '../ui/TableHead.tsx';

const owners = { partner: 'Partner', facility: 'Facility', member: 'Member' } as const;

/** Returns the page on which the account is entered and released. */
function ownerAddress({ ownerKind, ownerId }: Pick<WaitingAccountRow, 'ownerKind' | 'ownerId'>): string {
  if (ownerKind === 'partner') return pathTo('partnerBanking', { partnerId: ownerId });
  if (ownerKind === 'facility') return pathTo('facilityBankAccount', { facilityId: ownerId });
  return pathTo('member', { memberId: ownerId });
}

export const accountColumns: readonly Column<WaitingAccountRow>[] = [
  {
    key: 'nameOnAccount',
    title: 'Account',
    render: ({ nameOnAccount, lastFour, ...row }) => (
      <span className="bank-payee">
        <Link to={ownerAddress(row)}>{nameOnAccount}</Link>
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
    render: ({ until, state, nameOnAccount, ...row }) => (
      <>
        {until ? (
          <DateText date={until} />
        ) : state === 'held' ? (
          'Needs new bank details'
        ) : (
          'After its prenote'
        )}
        {state === 'replaced' && row.ownerKind === 'partner' && (
          <>
            {' '}
            <Link to={ownerAddress(row)}>
              Release<span className="hidden-text"> the account of {nameOnAccount}</span>
            </Link>
          </>
        )}
      </>
    ),
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
