// An independent model of roster files, from the specification; it imports nothing of the portal.

/** Row of a file of employees as HR wrote it. */
export interface FileRow {
  firstName: string;
  lastName: string;
  email: string;
  /** False for a row that the specification refuses by itself. */
  isValid: boolean;
}

/** Memberships of a partner before a file. */
export interface Roster {
  /** Lowercase addresses of current members. */
  addresses: ReadonlySet<string>;
  /** Unused memberships. */
  free: number;
}

/** Returns the lowercase addresses that a file of new employees adds, in the order of its rows. */
export function addressesToAdd(rows: readonly FileRow[], { addresses, free }: Roster): string[] {
  const added = new Set<string>();
  for (const { email, isValid } of rows) {
    const address = email.toLowerCase();
    if (isValid && added.size < free && !addresses.has(address)) added.add(address);
  }
  return [...added];
}
