/** Roster query: a search or one status; otherwise the whole roster. */
export interface RosterSearch {
  filter: string;
  status?: 1 | 2 | 3 | 4 | 5 | 6 | 7 | undefined;
}

export interface Selection {
  ids: ReadonlySet<string>;
  all?: RosterSearch & { count: number };
}

export const emptySelection: Selection = { ids: new Set() };
