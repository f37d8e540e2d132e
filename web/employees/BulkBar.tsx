import {
  bulkTitle,
  maxSelected,
  type BulkAction,
  type BulkMembers,
} from '../../shared/employees/bulk/bulk-action.ts';
import { employees } from '../../shared/contracts/employees.ts';
import { mayCall } from '../../shared/endpoint.ts';
import { loadOnce, showFailure, useAction } from '../app/data.ts';
import { useSession } from '../app/session.tsx';
import { useFeatureFlags } from '../app/use-feature-flags.ts';
import { Button } from '../ui/Button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import type { Selection, RosterSearch } from './chosen.ts';

interface BulkBarProps {
  partnerId: string;
  chosen: Selection;
  search: RosterSearch;
  onChange: (chosen: Selection) => void;
  onBegun: (jobId: string) => void;
}

const questions: Record<BulkAction, string> = {
  invite: 'Each employee waiting for an invitation gets one email with a personal link.',
  sendAgain: 'Each invited employee gets a new link, and the old link stops working. At most one per hour.',
  hold: 'Activated memberships and their key fobs stop working until they are activated again.',
  delete:
    'Memberships end now, or on the first of next month where members pay. Their key fobs, if any, become available as memberships end.',
};

export function BulkBar({ partnerId, chosen, search, onChange, onBegun }: BulkBarProps) {
  const run = useAction(employees.bulk);
  const confirm = useConfirm();
  const { role } = useSession();
  const { flags } = useFeatureFlags();
  const count = chosen.all?.count ?? chosen.ids.size;
  if (count === 0) return null;
  const people = `${count.toLocaleString('en-US')} ${count === 1 ? 'employee' : 'employees'}`;
  const mayHold = mayCall(role, employees.deactivate) && !flags.gmrAddProgram;
  const actions: BulkAction[] = ['invite', 'sendAgain', ...(mayHold ? (['hold'] as const) : []), 'delete'];
  const chooseAll = async () => {
    try {
      const { count: all } = await loadOnce(employees.bulkCount, {
        query: {
          partnerId,
          ...(search.filter !== '' && { filter: search.filter }),
          ...(search.status && { invitationStatus: `${search.status}` as const }),
        },
      });
      onChange({ ids: new Set(), all: { ...search, count: all } });
    } catch (error) {
      showFailure(error);
    }
  };
  const onClick = async (action: BulkAction) => {
    const agreed = await confirm({
      title: `${bulkTitle(action)}: ${people}`,
      text: `${questions[action]} Employees that this does not apply to are not changed; the results show why.`,
      action: `${bulkTitle(action)} (${count.toLocaleString('en-US')})`,
      danger: action === 'delete',
    });
    if (!agreed) return;
    const begun = await run.act({ body: { partnerId, action, members: membersOf(chosen) } });
    if (begun) onBegun(begun.jobId);
  };
  return (
    <section className="bulk-bar" aria-label="Selected employees">
      <output>{chosen.all ? `All ${people} that match` : `${people} chosen`}</output>
      {!chosen.all && (
        <Button small kind="quiet" onClick={() => void chooseAll()}>
          Select all that match
        </Button>
      )}
      {actions.map((action) => (
        <Button
          key={action}
          small
          kind={action === 'delete' ? 'danger' : 'plain'}
          disabled={run.running || (!chosen.all && count > maxSelected)}
          onClick={() => void onClick(action)}
        >
          {bulkTitle(action)}
        </Button>
      ))}
      <Button small kind="quiet" onClick={() => onChange({ ids: new Set() })}>
        Clear
      </Button>
    </section>
  );
}

const membersOf = ({ ids, all }: Selection): BulkMembers =>
  all
    ? {
        all: {
          count: all.count,
          ...(all.filter !== '' && { filter: all.filter }),
          ...(all.status && { invitationStatus: all.status }),
        },
      }
    : { memberIds: [...ids] };
