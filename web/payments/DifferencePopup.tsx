import type { GenerationPreview, PreviewRow } from '../../shared/payments/preview.ts';
import { MemberName } from '../app/MemberName.tsx';
import { Button } from '../ui/Button.tsx';
import { Popup } from '../ui/Popup.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import { Table } from '../ui/Table.tsx';
import type { Column } from '../ui/table-column.tsx';

const words = {
  added: { color: 'green', label: 'Added', icon: 'plus' },
  changed: { color: 'orange', label: 'Changed', icon: 'edit' },
  removed: { color: 'beet', label: 'Removed', icon: 'trash' },
} as const;

const columns: readonly Column<PreviewRow>[] = [
  {
    key: 'who',
    title: 'Payment',
    wrap: true,
    render: ({ partnerName, facilityName, memberId, memberFullName }) =>
      memberFullName === null ? (
        [partnerName, facilityName].filter(Boolean).join(', ')
      ) : (
        <>
          {partnerName}, <MemberName memberId={memberId} name={memberFullName} />
        </>
      ),
  },
  {
    key: 'what',
    title: 'Change',
    wrap: true,
    render: ({ what, droppedCorrection }) => (
      <>
        <StatusBadge {...words[what]} />
        {droppedCorrection && <span className="quiet"> Its correction will be removed.</span>}
      </>
    ),
  },
  { key: 'before', title: 'Before', kind: 'money' },
  { key: 'after', title: 'After', kind: 'money' },
];

interface DifferenceProps {
  warning: string;
  preview: GenerationPreview;
  onConfirm: () => void;
  onClose: () => void;
}

const count = (number: number) => number.toLocaleString('en-US');

/** Previews what a new generation would add, change, and remove. */
export function DifferencePopup({ warning, preview, onConfirm, onClose }: DifferenceProps) {
  const { added, changed, removed, kept, complete, rows } = preview;
  const nothing = complete && added + changed + removed === 0;
  return (
    <Popup
      open
      size="large"
      title="Generate again"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={onConfirm}>
            Re-generate
          </Button>
        </>
      }
    >
      <p>{warning}</p>
      <p>
        {nothing
          ? `Nothing would change: ${kept === 1 ? 'the payment is unchanged' : `all ${count(kept)} payments are unchanged`}.`
          : `${count(added)} added, ${count(changed)} changed, ${count(removed)} removed; ${count(kept)} unchanged. `}
        {!nothing && 'Payments that were sent or are in a bank file never change.'}
      </p>
      {!complete && <p className="quiet">Too many payments to preview.</p>}
      {rows.length > 0 && (
        <Table
          caption={
            rows.length < added + changed + removed ? `The first ${rows.length} differences` : 'Differences'
          }
          compact
          height="320px"
          columns={columns}
          rows={rows}
          rowKey={(row) => `${row.what} ${row.partnerName} ${row.facilityName} ${row.memberFullName}`}
        />
      )}
    </Popup>
  );
}
