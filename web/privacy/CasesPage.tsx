import { Link } from 'react-router-dom';
import { privacy } from '../../shared/contracts/privacy.ts';
import { caseKindName } from '../../shared/privacy/privacy-case.ts';
import { pathTo } from '../app/addresses.ts';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { DateText } from '../ui/formatted-text.tsx';
import { CaseBadge } from './case-badges.tsx';

export default function CasesPage() {
  return (
    <ListPage
      endpoint={privacy.cases}
      request={{}}
      title="Privacy requests"
      lead="Copies and corrections are due within 45 days, deletions within 30 days. Each deadline can be extended once."
      columns={columns}
      defaultSort="status"
      rowKey={({ owner, id }) => `${owner} ${id}`}
      search={{ label: 'Search by name or email' }}
      empty={{
        icon: 'check-circle',
        title: 'No privacy requests',
        text: 'Requests of members and visitors appear here.',
        searched: { title: 'No matches', text: 'Search for the beginning of a name or an email address.' },
      }}
    />
  );
}

const columns: readonly ListColumn<typeof privacy.cases>[] = [
  {
    key: 'name',
    title: 'Name',
    sortable: true,
    render: ({ owner, id, name }) => <Link to={pathTo('privacyCase', { owner, caseId: id })}>{name}</Link>,
  },
  { key: 'kind', title: 'Request', render: ({ kind }) => caseKindName(kind) },
  { key: 'filedAt', title: 'Filed', render: ({ filedAt }) => <DateText date={filedAt} /> },
  { key: 'dueOn', title: 'Due', kind: 'date', sortable: true },
  { key: 'status', title: 'Status', sortable: true, render: ({ status }) => <CaseBadge status={status} /> },
];
