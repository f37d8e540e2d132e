/** What the roster shows: a search, or one status; neither is the whole roster. */
export interface RosterSearch {
  filter: string;
  status?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | undefined;
}

/** Whom an action is for: some by id, or all that matched when they were counted. */
export interface Chosen {
  ids: ReadonlySet<string>;
  all?: RosterSearch & { count: number };
}

export const nobody: Chosen = { ids: new Set() };
