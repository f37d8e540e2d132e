/** Roster query: a search or one status; otherwise the whole roster. */
export interface RosterSearch {
  filter: string;
  status?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | undefined;
}

/** Selected members: by ID, or all matches at the time of counting. */
export interface Selection {
  ids: ReadonlySet<string>;
  all?: RosterSearch & { count: number };
}

export const nobody: Selection = { ids: new Set() };
