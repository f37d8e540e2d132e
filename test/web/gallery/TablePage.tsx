import { useState } from 'react';
import { Button } from '../../../web/ui/Button.tsx';
import { Chips } from '../../../web/ui/Filters.tsx';
import { PageHeading } from '../../../web/ui/PageTitle.tsx';
import type { StatusColor } from '../../../web/ui/StatusBadge.tsx';
import { Table } from '../../../web/ui/Table.tsx';
import type { Column, SortOrder } from '../../../web/ui/TableHead.tsx';

interface Payment {
  id: string;
  name: string;
  facility: string;
  visits: number;
  paidOn: string;
  amount: number;
  state: { color: StatusColor; label: string };
}

const people = [
  'Amara Okafor',
  'Benjamín Ruiz',
  'Chloe Nguyen',
  'Dmitri Volkov',
  'Elif Kaya',
  'Fatima Haddad',
];
const facilities = ['Uptown Strength, Minneapolis', 'Lakeside Y, Madison', 'Northern Barbell, Duluth'];
const states: Payment['state'][] = [
  { color: 'yellow', label: 'Pending' },
  { color: 'orange', label: 'Submitted to ACH' },
  { color: 'green', label: 'Request completed' },
  { color: 'beet', label: 'Returned by US Bank' },
  { color: 'blue', label: 'On hold' },
];

const all = Array.from({ length: 45 }, (_, index): Payment => ({
  id: `payment-${index}`,
  name: `${people[index % people.length]} ${index + 1}`,
  facility: facilities[index % facilities.length] ?? '',
  visits: (index * 7) % 31,
  paidOn: `2026-03-${String((index % 28) + 1).padStart(2, '0')}`,
  amount: ((index * 3761) % 200_000) + 995,
  state: states[index % states.length] ?? { color: 'blue', label: 'On hold' },
}));

const columns: Column<Payment>[] = [
  { key: 'name', title: 'Employee name', sortable: true, width: '220px' },
  { key: 'club', title: 'Facility', sortable: true },
  { key: 'visits', title: 'Visits', kind: 'number', sortable: true },
  { key: 'paidOn', title: 'Paid on', kind: 'date', sortable: true },
  { key: 'amount', title: 'Amount to be sent', kind: 'money', sortable: true },
  { key: 'state', title: 'Status', kind: 'status' },
];

const byKey = (key: string, order: SortOrder) => (a: Payment, b: Payment) => {
  const [left, right] = [Reflect.get(a, key), Reflect.get(b, key)] as [string | number, string | number];
  return (left < right ? -1 : left > right ? 1 : 0) * (order === 'asc' ? 1 : -1);
};

const total = all.reduce((sum, payment) => sum + payment.amount, 0) / 100;

export function TablePage() {
  const [sort, setSort] = useState<{ by: string; order: SortOrder }>({ by: 'name', order: 'asc' });
  const [shown, setShown] = useState(20);
  const [loadingMore, setLoadingMore] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['pending']));
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(10);
  const sorted = all.toSorted(byKey(sort.by, sort.order));
  const more = () => {
    setLoadingMore(true);
    setTimeout(() => {
      setShown((count) => count + 20);
      setLoadingMore(false);
    }, 200);
  };
  const shared = {
    columns,
    rowKey: (row: Payment) => row.id,
    sortBy: sort.by,
    sortOrder: sort.order,
    onSort: (by: string, order: SortOrder) => setSort({ by, order }),
  };
  return (
    <>
      <PageHeading
        title="Member payments"
        lead="Reimbursements of March 2026."
        actions={
          <>
            <Button icon="download">Download</Button>
            <Button kind="action" icon="bank">
              Send 3 files to the bank
            </Button>
          </>
        }
      />
      <Chips
        label="Status"
        chosen={chosen}
        onChange={setChosen}
        chips={[
          { value: 'pending', label: 'Pending', count: 9 },
          { value: 'returned', label: 'Returned', count: 9 },
          { value: 'done', label: 'Completed', count: 9 },
        ]}
      />
      <Table
        {...shared}
        caption="Payments"
        rows={sorted.slice(0, shown)}
        rowLabel={(row) => row.name}
        selected={selected}
        onSelect={setSelected}
        height="480px"
        hasMore={shown < all.length}
        loadingMore={loadingMore}
        onMore={more}
        totals={{ amount: `$${total.toLocaleString('en-US', { minimumFractionDigits: 2 })}` }}
      />
      <Table
        {...shared}
        caption="Payments by page"
        compact
        narrow="scroll"
        rows={sorted.slice((page - 1) * pageSize, page * pageSize)}
        paging={{ page, pageSize, total: all.length, onPage: setPage, onPageSize: setPageSize }}
      />
    </>
  );
}
