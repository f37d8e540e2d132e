import type { LiveVersions, ReleaseEvent } from './settings-table.ts';

export interface RollbackPlan {
  /** Target version of each function's alias. */
  moves: { name: string; version: string }[];
  /** Functions that the target release did not have; its pages do not call them. */
  staying: string[];
}

/**
 * Returns the last release before the current one with a passed smoke check; undefined if there is none. A failed
 * deployment is current as well, so that its rollback restores the last good release, not the one before.
 */
export const lastGoodRelease = (history: readonly ReleaseEvent[]): string | undefined =>
  goodReleases(history).at(-1);

/** Returns the releases before the current one with a passed smoke check, in the order of their last check. */
export function goodReleases(history: readonly ReleaseEvent[]): string[] {
  const current = currentRelease(history);
  const good = history.flatMap(({ event, release }) =>
    event === 'good' && release !== current ? [release] : [],
  );
  return [...new Set(good.toReversed())].toReversed();
}

/** Returns the release that was deployed or restored last. */
export const currentRelease = (history: readonly ReleaseEvent[]): string | undefined =>
  history.findLast(({ event }) => event !== 'good')?.release;

/** Returns the changes of aliases that restore the versions of a release. */
export function rollbackPlan(live: LiveVersions, target: LiveVersions): RollbackPlan {
  const names = Object.keys(live).toSorted();
  return {
    moves: names.flatMap((name) => {
      const version = target[name];
      return version === undefined || version === live[name] ? [] : [{ name, version }];
    }),
    staying: names.filter((name) => target[name] === undefined),
  };
}
