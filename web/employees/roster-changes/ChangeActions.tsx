import { appliedGroups, type RosterChange } from '../../../shared/employees/changes/roster-change.ts';
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
      text: `${counts.end.toLocaleString('en-US')} memberships end, ${showMoney(effects.monthlyLess)} of dues a month end and ${showMoney(effects.monthlyMore)} begin, before rows that you left out. ${waitsForOther ? 'An administrator has to agree before anything happens.' : 'You can take it back for 24 hours.'}`,
      action: waitsForOther ? 'Send to an administrator' : `Apply ${rows(count)}`,
      danger: counts.end > 0,
    });
    if (agreed && (await confirmAction.act({ params, body: { version, unticked: [...unticked] } }))) onDone();
  };
  const takeBack = async () => {
    const agreed = await confirm({
      title: 'Take the changes back',
      text: 'Members, key fobs and dues become as they were. Whoever something happened to since is left, with the reason.',
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
        {waitsForOther && (
          <p className="quiet">So many members would leave that an administrator has to agree as well.</p>
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
