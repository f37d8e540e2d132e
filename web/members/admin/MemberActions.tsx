import { useId, useState } from 'react';
import { members } from '../../../shared/contracts/members.ts';
import { deactivationQuestion } from '../../../shared/members/deactivation.ts';
import type { MemberRow } from '../../../shared/members/member-row.ts';
import { useAction } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { useSheet } from '../../ui/use-sheet.ts';

/** Puts the membership of a row on hold, after the question. */
export function DeactivateMember({ row }: { row: MemberRow }) {
  const deactivate = useAction(members.deactivate, members.list);
  const confirm = useConfirm();
  const run = async () => {
    const agreed = await confirm({
      title: 'Deactivate the membership',
      text: deactivationQuestion(row),
      action: 'Deactivate',
      danger: true,
    });
    const query = { memberId: row.memberId, allPlansShouldBeIneligible: 'false' as const };
    if (agreed) await deactivate.act({ query });
  };
  return (
    <Button small icon="pause" busy={deactivate.running} onClick={() => void run()}>
      Deactivate
      <span className="hidden-text">
        {' '}
        {row.memberFirstName} {row.memberLastName}
      </span>
    </Button>
  );
}

export function BulkOptions({ disabled, onTransfer }: { disabled: boolean; onTransfer: () => void }) {
  const [open, setOpen] = useState(false);
  const frame = useSheet<HTMLDivElement>(open, () => setOpen(false));
  const id = useId();
  return (
    <div className="bulk-options" ref={frame}>
      <Button
        icon="chevron-down"
        disabled={disabled}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Bulk options
      </Button>
      <div className="bulk-sheet" id={id} hidden={!open}>
        <Button
          kind="quiet"
          onClick={() => {
            setOpen(false);
            onTransfer();
          }}
        >
          Transfer
        </Button>
      </div>
    </div>
  );
}
