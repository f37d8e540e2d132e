import type { ReleaseEvent } from './settings-table.ts';

/** A published version of a function with its release. */
export interface FunctionVersion {
  name: string;
  version: string;
  release: string;
  /** Time of publication, ISO. */
  at: string;
}

export interface RollbackPlan {
  from: string;
  to: string;
  /** Target version of each function's alias. */
  moves: { name: string; version: string }[];
  /** Functions that the target release did not have; its pages do not call them. */
  staying: string[];
}

/**
 * Returns the last release before the current one with a passed smoke check; undefined if there is none. A failed
 * deployment is current as well, so that its rollback restores the last good release, not the one before.
 */
export function lastGoodRelease(history: readonly ReleaseEvent[]): string | undefined {
  const current = currentRelease(history);
  return history.findLast(({ event, release }) => event === 'good' && release !== current)?.release;
}

/** Returns the release that was deployed or restored last. */
export const currentRelease = (history: readonly ReleaseEvent[]): string | undefined =>
  history.findLast(({ event }) => event !== 'good')?.release;

/**
 * Returns the changes that restore an earlier release.
 *
 * @param versions of all functions
 * @param from the current release
 * @param target the release to restore
 * @returns undefined if there is no such release
 */
export function rollbackPlan(
  versions: readonly FunctionVersion[],
  from: string,
  target: string | undefined,
): RollbackPlan | undefined {
  if (target === undefined || target === from || !releasesOf(versions).includes(target)) return undefined;
  const newest = new Map<string, FunctionVersion>();
  for (const version of versions) {
    if (version.release !== target) continue;
    const before = newest.get(version.name);
    if (!before || Number(version.version) > Number(before.version)) newest.set(version.name, version);
  }
  const names = [...new Set(versions.map(({ name }) => name))].toSorted();
  return {
    from,
    to: target,
    moves: names.flatMap((name) => {
      const found = newest.get(name);
      return found ? [{ name, version: found.version }] : [];
    }),
    staying: names.filter((name) => !newest.has(name)),
  };
}

/** Returns the releases in the order of their first deployment. */
export function releasesOf(versions: readonly FunctionVersion[]): string[] {
  const first = new Map<string, string>();
  for (const { release, at } of versions) if (at < (first.get(release) ?? '\uFFFF')) first.set(release, at);
  return [...first].toSorted(([, value], [, other]) => (value < other ? -1 : 1)).map(([release]) => release);
}
