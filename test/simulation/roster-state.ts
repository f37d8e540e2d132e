import { keys } from '../../functions/table/keys.ts';
import type { Member } from '../../shared/members/member.ts';
import { employ } from './hiring.ts';
import { openMembers } from './roster-files.ts';
import { addressesToAdd, type FileRow, type Roster } from './roster-model.ts';
import { fail } from './violation.ts';
import type { SimulatedPartner, World } from './world.ts';

export interface StoredRoster extends Roster {
  /** Current members by ID. */
  members: Map<string, Member>;
}

/** Returns the roster as it is stored now. */
export function rosterOf(world: World, partner: SimulatedPartner): StoredRoster {
  const members = openMembers(world, partner);
  const program = world.portal.cloud.table.get({ ...keys.groupMembership(partner.id) });
  return {
    members: new Map(members.map((member) => [member.id, member])),
    addresses: new Set(members.map(({ email }) => email.toLowerCase())),
    free: Number(program?.numberOfMemberships) - members.length,
  };
}

/** Asserts that a file has added one membership for each valid row; concurrent actions decide about other rows as well. */
export function assertAdded(
  world: World,
  partner: SimulatedPartner,
  rows: readonly FileRow[],
  before: StoredRoster,
): void {
  const isRunning = [...world.observed.jobs.values()].some(({ status }) => status === 'running');
  if (isRunning || world.portal.cloud.isRacing) return;
  const expected = addressesToAdd(rows, before).toSorted().join();
  const added = openMembers(world, partner).filter(({ id }) => !before.members.has(id));
  const found = added.map(({ email }) => email.toLowerCase()).toSorted();
  if (found.join() !== expected)
    fail(`a file adds ${found.join()} to the roster of ${partner.id}, not ${expected}`);
}

/** An undone change as the portal shows it. */
export interface UndoneChange {
  takenBack: { changed: number; failed: number };
  applied: { changed: number };
}

/** Asserts that the undo reports every row, and restores the roster if nothing else has changed. */
export function assertUndone(
  world: World,
  { partner, roster }: { partner: SimulatedPartner; roster: StoredRoster | undefined },
  { takenBack: { changed, failed }, applied }: UndoneChange,
): void {
  if (changed + failed !== applied.changed)
    fail(`an undo restores ${changed} rows and skips ${failed} of ${applied.changed}`);
  if (!roster) return;
  const [before, after] = [[...roster.members.values()], openMembers(world, partner)].map((members) =>
    members
      .map(({ id }) => id)
      .toSorted()
      .join(),
  );
  if (failed > 0 || before !== after)
    fail(`an undo of the last change leaves members ${after}, not ${before}, and skips ${failed} rows`);
}

/** Lets persons act that a file added to a roster. */
export async function adopt(world: World, partner: SimulatedPartner): Promise<void> {
  const { members } = world;
  for (const { id, email } of openMembers(world, partner)) {
    const same = members.filter((member) => member.partner === partner && member.email === email);
    if (same.some((member) => member.id === id || (member.id === '' && member.leftOn === undefined)))
      continue;
    for (const former of same) former.hasReturned = true;
    await employ(world, partner, email);
  }
}
