import { useState, useMemo } from 'react';
import * as z from 'zod';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import {
  correctedEmailForm,
  voucherActionForm,
  type VoucherRow,
  voucherStatusLabels,
  voucherStatuses,
} from '../../shared/vouchers/voucher.ts';
import { useAction } from '../app/data.ts';
import { Form } from '../app/form.tsx';
import { Button } from '../ui/Button.tsx';
import { showDate } from '../ui/formatted-text.tsx';
import { DescriptionList } from '../ui/DescriptionList.tsx';
import { Field } from '../ui/Field.tsx';
import { Popup } from '../ui/Popup.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { useAddress } from '../app/address.ts';
import { ListPage, type ListColumn } from '../app/ListPage.tsx';
import { refetch } from '../app/refetch.ts';
import { LabeledSelect } from '../ui/LabeledSelect.tsx';
import type { Program } from './program-form.ts';

interface VoucherPopupProps {
  row: VoucherRow;
  onClose: () => void;
  onDone: () => void;
}

type ActionName = 'resend' | 'correctEmail' | 'void' | 'undoRedemption';

/** Actions per status after publication; each requires a reason. */
const actionsFor: Partial<Record<VoucherRow['status'], readonly ActionName[]>> = {
  sent: ['resend', 'void'],
  undeliverable: ['correctEmail', 'resend', 'void'],
  expired: ['void'],
  redeemed: ['undoRedemption'],
};

const words: Record<ActionName, { action: string; busy: string; hint: string }> = {
  resend: {
    action: 'Send again',
    busy: 'Sending…',
    hint: 'The same email is sent to the same address again.',
  },
  correctEmail: {
    action: 'Correct email and send',
    busy: 'Sending…',
    hint: 'The link in the earlier email stops working.',
  },
  void: {
    action: 'Void voucher',
    busy: 'Voiding voucher…',
    hint: 'Its code can no longer be redeemed. The recipient is not emailed. This cannot be undone.',
  },
  undoRedemption: {
    action: 'Undo redemption',
    busy: 'Undoing…',
    hint: 'Only today’s redemptions can be undone. The voucher can be redeemed again.',
  },
};

function VoucherPopup({ row, onClose, onDone }: VoucherPopupProps) {
  const [selected, setSelected] = useState<ActionName>();
  const isLate = row.status === 'redeemed' && !row.isRedeemedToday;
  const offered = isLate ? [] : (actionsFor[row.status] ?? []);
  return (
    <Popup open title={`Voucher ${row.code}`} onClose={onClose}>
      <DescriptionList
        items={[
          ['Status', <StatusBadge key="status" {...voucherStatusLabels[row.status]} />],
          ['Recipient Email', row.recipientEmail],
          ['Emailed', row.emailedOn && showDate(row.emailedOn)],
          ['Problem', row.emailProblem],
          ['Facility', row.facilityName && `${row.facilityName} (${row.facilityNumber})`],
          ['Redeemed By', row.redeemedBy],
          ['Redemption Date', row.redeemedOn && showDate(row.redeemedOn)],
        ]}
      />
      {selected ? (
        <ActionForm
          key={selected}
          name={selected}
          row={row}
          onDone={onDone}
          onBack={() => setSelected(undefined)}
        />
      ) : (
        <div className="page-actions">
          {isLate && <p className="quiet">A redemption can be undone on the same day only.</p>}
          {offered.map((name) => (
            <Button key={name} onClick={() => setSelected(name)}>
              {words[name].action}
            </Button>
          ))}
        </div>
      )}
    </Popup>
  );
}

interface ActionFormProps {
  name: ActionName;
  row: VoucherRow;
  onDone: () => void;
  onBack: () => void;
}

function ActionForm({ name, row, onDone, onBack }: ActionFormProps) {
  const [resend, correct, makeVoid, undo] = [
    useAction(vouchers.resend),
    useAction(vouchers.correctEmail),
    useAction(vouchers.void),
    useAction(vouchers.undoRedemption),
  ];
  const { action, busy, hint } = words[name];
  const params = { voucherId: row.id };
  const send = async (input: z.input<typeof correctedEmailForm>) => {
    const { reason, version } = input;
    if (name === 'correctEmail') await correct.run({ params, body: input });
    else
      await { resend, void: makeVoid, undoRedemption: undo }[name].run({ params, body: { reason, version } });
    onDone();
  };
  return (
    <Form
      schema={name === 'correctEmail' ? correctedEmailForm : reasonOnly}
      initial={{ email: row.recipientEmail, reason: '', version: row.version }}
      submitLabel={action}
      busyLabel={busy}
      submitKind={name === 'void' ? 'danger' : 'primary'}
      guard={false}
      onSubmit={send}
      actions={<Button onClick={onBack}>Cancel</Button>}
    >
      <p>{hint}</p>
      {name === 'correctEmail' && <Field name="email" />}
      <Field name="reason" hint="Your reason is stored with the change." />
    </Form>
  );
}

/** The other actions send no address; the field exists so that all forms share one type. */
const reasonOnly = voucherActionForm.extend({ email: z.string() });

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
