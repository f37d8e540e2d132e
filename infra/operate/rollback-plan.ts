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
 * Returns the changes that restore an earlier release.
 *
 * @param versions of all functions
 * @param from the release of the served pages
 * @param to the target release; by default the one deployed before `from`
 * @returns undefined if there is no such release
 */
export function rollbackPlan(
  versions: readonly FunctionVersion[],
  from: string,
  to?: string,
): RollbackPlan | undefined {
  const releases = releasesOf(versions);
  const target = to ?? releases[releases.indexOf(from) - 1];
  if (target === undefined || target === from || !releases.includes(target)) return undefined;
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
