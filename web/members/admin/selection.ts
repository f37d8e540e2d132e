export interface Selection {
  ids: ReadonlySet<string>;
  all?: { filter?: string; facilityId?: string; count: number };
}

export const emptySelection: Selection = { ids: new Set() };

export const isEmpty = ({ ids, all }: Selection): boolean => ids.size === 0 && all === undefined;
