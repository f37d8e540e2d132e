import { useMemo, useState } from 'react';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import type { VoucherRow } from '../../shared/vouchers/voucher.ts';
import { voucherStatuses, voucherStatusLabels } from '../../shared/vouchers/voucher.ts';
import { useAddress } from '../app/address.ts';
import { ListPage } from '../app/ListPage.tsx';
import type { ListColumn } from '../app/list-address.ts';
import { refetch } from '../app/refetch.ts';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Program } from './program-form.ts';
import { VoucherPopup } from './VoucherPopup.tsx';

const columnsOf = (
  { metadataColumns, publishedOn }: Program,
  manage: (row: VoucherRow) => void,
): readonly ListColumn<typeof vouchers.list>[] => [
  {
    key: 'code',
    title: 'Code',
    render: (row) =>
      publishedOn ? (
        <button type="button" className="voucher-code" onClick={() => manage(row)}>
          {row.code}
        </button>
      ) : (
        <span className="voucher-code">{row.code}</span>
      ),
  },
  { key: 'recipientEmail', title: 'Recipient Email', sortable: true },
  ...metadataColumns.map((title): ListColumn<typeof vouchers.list> => ({
    key: `metadata ${title}`,
    title,
    detail: true,
    render: ({ metadata }) => metadata[title] || '–',
  })),
  {
    key: 'status',
    title: 'Status',
    sortable: true,
    render: ({ status }) => <StatusBadge {...voucherStatusLabels[status]} />,
  },
  { key: 'facilityNumber', title: 'Facility ID', detail: true },
  { key: 'facilityName', title: 'Facility Name', detail: true },
  { key: 'redeemedBy', title: 'Redeemed By', detail: true },
  { key: 'redeemedOn', title: 'Redemption Date', kind: 'date', sortable: true },
];

const statusOptions = voucherStatuses.map((id) => ({ id, name: voucherStatusLabels[id].label }));

export function VoucherTable({
  program,
  onChanged,
}: {
  program: Program;
  onChanged: () => Promise<unknown>;
}) {
  const [{ status: statusParam }, change] = useAddress('status');
  const [selected, setSelected] = useState<VoucherRow>();
  const status = voucherStatuses.find((name) => name === statusParam);
  const columns = useMemo(() => columnsOf(program, setSelected), [program]);
  return (
    <ListPage
      endpoint={vouchers.list}
      request={{ params: { voucherProgramId: program.id }, query: { status } }}
      caption="Vouchers"
      columns={columns}
      defaultSort="place"
      rowKey={({ id }) => id}
      search={{ label: 'Search by email or code', wordsOnly: true, order: 'unsorted' }}
      isFiltered={status !== undefined}
      filters={
        <LabeledSelect
          label="Status"
          value={status ?? ''}
          placeholder="All statuses"
          options={statusOptions}
          onChange={(next) => change({ status: next })}
        />
      }
      empty={{ icon: 'mail', text: 'Upload a recipients file: each recipient gets a unique code.' }}
      below={
        selected && (
          <VoucherPopup
            row={selected}
            onClose={() => setSelected(undefined)}
            onDone={() => {
              setSelected(undefined);
              void refetch(vouchers.list);
              void onChanged();
            }}
          />
        )
      }
    />
  );
}
