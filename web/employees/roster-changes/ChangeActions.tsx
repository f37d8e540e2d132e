import {
  administratorReason,
  appliedGroups,
  type RosterChange,
} from '../../../shared/employees/roster-change.ts';
import { approvals } from '../../../shared/contracts/approvals.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { showMoney } from '../../../shared/money.ts';
import { plural } from '../../../shared/number-words.ts';
import { useAction } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/ConfirmDialog.tsx';
import { showDate } from '../../ui/formatted-text.tsx';

interface ChangeActionsProps {
  change: RosterChange;
  unticked: ReadonlySet<string>;
  onDone: () => void;
}

const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/** Returns the effects of a file: its memberships, and its monthly dues if there are any. */
function effectsOf({ counts, effects }: RosterChange): string {
  const memberships = [
    counts.end > 0 && plural(counts.end, 'membership ends', 'memberships end'),
    counts.add > 0 && plural(counts.add, 'membership is added', 'memberships are added'),
    counts.change > 0 && plural(counts.change, 'member is changed', 'members are changed'),
  ].filter((part) => part !== false);
  const { monthlyLess, monthlyMore } = effects;
  const dues = `${showMoney(monthlyLess)} of monthly dues end and ${showMoney(monthlyMore)} begin.`;
  return `${memberships.join(', ')}.${monthlyLess + monthlyMore > 0 ? ` ${dues}` : ''}`;
}

function DiscardButton({ change, onDone }: Pick<ChangeActionsProps, 'change' | 'onDone'>) {
  const discardAction = useAction(employees.discardRosterChange, employees.rosterChange, approvals.list);
  const confirm = useConfirm();
  const discard = async () => {
    const agreed = await confirm({
      title: `Discard ${change.fileName}?`,
      text: 'No row of it is applied. To apply it later, import it again.',
      action: 'Discard',
      danger: true,
    });
    const { id: changeId, version } = change;
    if (agreed && (await discardAction.act({ params: { changeId }, body: { version } }))) onDone();
  };
  return (
    <Button disabled={discardAction.running} onClick={() => void discard()}>
      Discard
    </Button>
  );
}

interface UndoActionProps extends Pick<ChangeActionsProps, 'change' | 'onDone'> {
  until: string;
}

function UndoAction({ change, until, onDone }: UndoActionProps) {
  const undoAction = useAction(employees.undoRosterChange, employees.rosterChange);
  const confirm = useConfirm();
  const undo = async () => {
    const agreed = await confirm({
      title: 'Undo these changes?',
      text: 'Members, key fobs, and dues return to their previous state. Members whose record, key fob, payments, or visits have changed since then are skipped, and you see why.',
      action: 'Undo',
      danger: true,
    });
    const { id: changeId, version } = change;
    if (agreed && (await undoAction.act({ params: { changeId }, body: { version } }))) onDone();
  };
  return (
    <div className="roster-change-actions">
      <Button disabled={undoAction.running} onClick={() => void undo()}>
        Undo
      </Button>
      <p className="quiet">{`Possible until ${showDate(until)}.`}</p>
    </div>
  );
}

export function ChangeActions({ change, unticked, onDone }: ChangeActionsProps) {
  const confirmAction = useAction(employees.confirmRosterChange, employees.rosterChange, approvals.list);
  const confirm = useConfirm();
  const { role } = useSession();
  const params = { changeId: change.id };
  const { version, status, counts } = change;
  const all = appliedGroups.reduce((sum, group) => sum + counts[group], 0);
  const count = all - (status === 'waiting' ? change.unticked : unticked.size);
  const needsApproval = change.needsAdministrator && role !== 'systemAdmin';

  const apply = async () => {
    const agreed = await confirm({
      title: `Apply ${rows(count)}`,
      text: `${effectsOf(change)}${count < all ? ` These numbers are for the whole file; you excluded ${rows(all - count)}.` : ''} ${needsApproval ? 'Nothing is changed until an administrator approves.' : 'You can undo this for a limited time; this page shows the deadline.'}`,
      action: needsApproval ? 'Send to an administrator' : `Apply ${rows(count)}`,
      danger: counts.end > 0,
    });
    if (agreed && (await confirmAction.act({ params, body: { version, unticked: [...unticked] } }))) onDone();
  };
  const discardButton = <DiscardButton change={change} onDone={onDone} />;
  if (status === 'columns') return discardButton;
  if (status === 'preview' || (status === 'waiting' && role === 'systemAdmin'))
    return (
      <div className="roster-change-actions">
        <Button kind="action" disabled={count <= 0 || confirmAction.running} onClick={() => void apply()}>
          {status === 'waiting' ? `Approve and apply ${rows(count)}` : `Apply ${rows(count)}`}
        </Button>
        {discardButton}
        {change.needsAdministrator && (
          <p className="quiet">{`An administrator must approve: ${administratorReason(change)}.`}</p>
        )}
      </div>
    );
  if (status === 'waiting')
    return (
      <div className="roster-change-actions">
        {discardButton}
        <p className="quiet">
          {change.batch
            ? 'The HR system sent these rows. They are applied when an administrator approves them.'
            : `${change.confirmedBy} confirmed this file. It is applied when an administrator approves it.`}
        </p>
      </div>
    );
  if (status !== 'done' || change.takeBackUntil === null) return null;
  return <UndoAction change={change} until={change.takeBackUntil} onDone={onDone} />;
}
