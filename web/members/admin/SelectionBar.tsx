import { members } from '../../../shared/contracts/members.ts';
import { loadOnce, showFailure } from '../../app/data.ts';
import { Button } from '../../ui/Button.tsx';
import { isEmpty, emptySelection, type Selection } from './selection.ts';

interface SelectionBarProps {
  selection: Selection;
  search: { filter?: string; facilityId?: string };
  /** True if the list has more rows that the search can name. */
  mayAddAll: boolean;
  onChange: (selection: Selection) => void;
}

export function SelectionBar({ selection, search, mayAddAll, onChange }: SelectionBarProps) {
  if (isEmpty(selection)) return null;
  const count = selection.all?.count ?? selection.ids.size;
  const selectAll = async () => {
    try {
      const all = await loadOnce(members.count, { query: search });
      onChange({ ids: new Set(), all: { ...search, count: all.count } });
    } catch (error) {
      showFailure(error);
    }
  };
  return (
    <output className="selection-bar">
      <span>
        {selection.all
          ? `All ${count.toLocaleString('en-US')} matching members`
          : count.toLocaleString('en-US')}{' '}
        selected
      </span>
      {mayAddAll && !selection.all && (
        <Button small onClick={() => void selectAll()}>
          Select all matching members
        </Button>
      )}
      <Button small kind="quiet" onClick={() => onChange(emptySelection)}>
        Clear selection
      </Button>
    </output>
  );
}
