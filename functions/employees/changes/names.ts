import type { RosterChange } from '../../../shared/employees/changes/roster-change.ts';
import { loadUserNames } from '../../users/user-name-store.ts';

/** Replaces the user IDs of roster changes with names. */
export async function withNames(changes: readonly RosterChange[]): Promise<RosterChange[]> {
  const ids = changes.flatMap((one) => [one.startedBy, one.confirmedBy ?? '', one.agreedBy ?? '']);
  const names = await loadUserNames(ids.filter((id) => id !== ''));
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? 'Wellport'));
  return changes.map((one) => ({
    ...one,
    startedBy: one.delivered ? 'HR system' : (names.get(one.startedBy) ?? 'Wellport'),
    confirmedBy: nameOf(one.confirmedBy),
    agreedBy: nameOf(one.agreedBy),
  }));
}
