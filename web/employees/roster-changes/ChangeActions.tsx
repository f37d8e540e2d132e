import {
  administratorReason,
  appliedGroups,
  type RosterChange,
} from '../../../shared/employees/changes/roster-change.ts';
import { employees } from '../../../shared/employees/contract.ts';
import { showMoney } from '../../../shared/money.ts';
import { useAction } from '../../app/data.ts';
import { useSession } from '../../app/session.tsx';
import { Button } from '../../ui/Button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { showDate } from '../../ui/DateText.tsx';

interface ChangeActionsProps {
  change: RosterChange;
  unticked: ReadonlySet<string>;
  onDone: () => void;
}

const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

const whatEnds = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'membership ends' : 'memberships end'}.`;

/** What can be done with a roster change now: confirm it, agree to it, or take it back. */
export function ChangeActions({ change, unticked, onDone }: ChangeActionsProps) {
  const confirmAction = useAction(employees.confirmRosterChange);
  const takeBackAction = useAction(employees.takeBackRosterChange);
  const confirm = useConfirm();
  const { role } = useSession();
  const params = { changeId: change.id };
  const { version, status, counts, effects } = change;
  const all = appliedGroups.reduce((sum, group) => sum + counts[group], 0);
  const count = all - (status === 'waiting' ? change.unticked : unticked.size);
  const waitsForOther = change.needsAdministrator && role !== 'systemAdmin';

  const apply = async () => {
    const agreed = await confirm({
      title: `Apply ${rows(count)}`,
      text: `${whatEnds(counts.end)} ${showMoney(effects.monthlyLess)} of monthly dues end and ${showMoney(effects.monthlyMore)} begin.${count < all ? ` This is the whole file; you left out ${rows(all - count)}.` : ''} ${waitsForOther ? 'An administrator has to agree before anything is changed.' : 'You can take this back for a while; the page then says until when.'}`,
      action: waitsForOther ? 'Send to an administrator' : `Apply ${rows(count)}`,
      danger: counts.end > 0,
    });
    if (agreed && (await confirmAction.act({ params, body: { version, unticked: [...unticked] } }))) onDone();
  };
  const takeBack = async () => {
    const agreed = await confirm({
      title: 'Take these changes back?',
      text: 'Members, key fobs and dues return to what they were before. Members whose record, key fob, payments or visits have changed since then stay as they are, and you see why.',
      action: 'Take back',
      danger: true,
    });
    if (agreed && (await takeBackAction.act({ params, body: { version } }))) onDone();
  };

  if (status === 'preview' || (status === 'waiting' && role === 'systemAdmin'))
    return (
      <div className="roster-change-actions">
        <Button kind="action" disabled={count <= 0 || confirmAction.running} onClick={() => void apply()}>
          {status === 'waiting' ? `Agree and apply ${rows(count)}` : `Apply ${rows(count)}`}
        </Button>
        {change.needsAdministrator && (
          <p className="quiet">{`An administrator has to agree: ${administratorReason(change)}.`}</p>
        )}
      </div>
    );
  if (status === 'waiting')
    return (
      <p className="quiet">You confirmed this file. It is applied as soon as an administrator agrees.</p>
    );
  if (status !== 'done' || change.takeBackUntil === null) return null;
  return (
    <div className="roster-change-actions">
      <Button kind="danger" disabled={takeBackAction.running} onClick={() => void takeBack()}>
        Take back
      </Button>
      <p className="quiet">{`Possible until ${showDate(change.takeBackUntil)}.`}</p>
    </div>
  );
}
