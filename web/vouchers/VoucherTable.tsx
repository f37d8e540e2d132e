import { useState } from 'react';
import { vouchers } from '../../shared/vouchers/contract.ts';
import type { VoucherRow } from '../../shared/vouchers/voucher.ts';
import { voucherColumns, voucherStatuses, voucherStatusLabels } from '../../shared/vouchers/voucher.ts';
import { canBeFound, cannotBeFound } from '../../shared/search.ts';
import { useAddress } from '../app/address.ts';
import { useList } from '../app/data.ts';
import { Filters } from '../ui/Filters.tsx';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { EmptyState } from '../ui/states.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column, SortOrder } from '../ui/table-column.tsx';
import type { Program } from './program-form.ts';
import { VoucherPopup } from './VoucherPopup.tsx';

const columnsOf = (
  { metadataColumns, publishedOn }: Program,
  manage: (row: VoucherRow) => void,
): Column<VoucherRow>[] => [
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
  ...metadataColumns.map((title): Column<VoucherRow> => ({
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

/** The vouchers of a program, searched by address or code and narrowed to a status. */
export function VoucherTable({
  program,
  onChanged,
}: {
  program: Program;
  onChanged: () => Promise<unknown>;
}) {
  const [{ filter = '', status: wanted, sortBy, sortOrder }, change] = useAddress(
    'filter',
    'status',
    'sortBy',
    'sortOrder',
  );
  const [chosen, setChosen] = useState<VoucherRow>();
  const good = canBeFound(filter);
  const status = voucherStatuses.find((one) => one === wanted);
  const order = voucherColumns.find((column) => column === sortBy) ?? 'place';
  const direction = sortOrder as SortOrder | undefined;
  const list = useList(
    vouchers.list,
    good
      ? {
          params: { voucherProgramId: program.id },
          query: { filter, status, sortBy: order, sortOrder: direction },
        }
      : null,
  );
  return (
    <>
      <Filters>
        <SearchBox
          label="Search by email or code"
          value={filter}
          onChange={(text) => change({ filter: text })}
        />
        <LabeledSelect
          label="Status"
          value={status ?? ''}
          placeholder="All statuses"
          options={statusOptions}
          onChange={(next) => change({ status: next })}
        />
      </Filters>
      <Table
        {...list}
        caption="Vouchers"
        captionHidden
        columns={columnsOf(program, setChosen)}
        rowKey={({ id }) => id}
        sortBy={filter === '' && !status && order !== 'place' ? order : undefined}
        sortOrder={direction ?? 'asc'}
        onSort={(by, next) => change({ sortBy: by, sortOrder: next })}
        empty={
          <EmptyState
            icon="mail"
            title="No data found"
            text={
              !good
                ? cannotBeFound
                : filter || status
                  ? 'No matches.'
                  : 'Upload a recipients file: each recipient gets a code of their own.'
            }
          />
        }
      />
      {chosen && (
        <VoucherPopup
          row={chosen}
          onClose={() => setChosen(undefined)}
          onDone={() => {
            setChosen(undefined);
            list.reload();
            void onChanged();
          }}
        />
      )}
    </>
  );
}
