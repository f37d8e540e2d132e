/** A published version of a function, with the release it was deployed by. */
export interface FunctionVersion {
  name: string;
  version: string;
  release: string;
  /** When it was published, ISO. */
  at: string;
}

export interface RollbackPlan {
  from: string;
  to: string;
  /** Which version each function's alias is to name. */
  moves: { name: string; version: string }[];
  /** Functions that the release to come had not: they stay, and its pages do not call them. */
  staying: string[];
}

/**
 * What brings a deployment to an earlier release. Pure.
 *
 * @param versions of all functions
 * @param from the release whose pages are served
 * @param to the release to go to; else the one deployed before `from`
 * @returns undefined when there is no such release
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
  for (const one of versions) {
    if (one.release !== target) continue;
    const before = newest.get(one.name);
    if (!before || Number(one.version) > Number(before.version)) newest.set(one.name, one);
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

/** The releases that there are, in the order in which they were deployed first. */
export function releasesOf(versions: readonly FunctionVersion[]): string[] {
  const first = new Map<string, string>();
  for (const { release, at } of versions) if (at < (first.get(release) ?? '\uFFFF')) first.set(release, at);
  return [...first].toSorted(([, one], [, other]) => (one < other ? -1 : 1)).map(([release]) => release);
}
