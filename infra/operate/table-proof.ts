import { listIndexes } from '../permissions/table-use.ts';
type Row = Record<string, unknown>;

/** Sums of a table for comparison. */
export interface TableSum {
  kinds: Map<string, number>;
  /** Cents per ledger account. */
  ledger: Map<string, number>;
  /** Errors, one sentence each. */
  problems: string[];
}

const add = (sums: Map<string, number>, name: string, by: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + by);

interface Step {
  credit: string;
  debit: string;
  amount: number;
}

/** Statuses of bank files with bytes in the outbox. */
const leftThePortal = new Set(['delivered', 'submitted', 'acknowledged', 'settled']);

/**
 * Sums up a table: rows by kind, ledger accounts in cents, bank files against the outbox, and list counters against
 * their rows. Ignores expired rows.
 *
 * @param rows all rows of the table
 * @param outbox names of the sent files
 * @param at time for expiry
 */
export async function sumOf(
  rows: AsyncIterable<Row> | Iterable<Row>,
  outbox: ReadonlySet<string>,
  at: Date,
): Promise<TableSum> {
  const [kinds, ledger] = [new Map<string, number>(), new Map<string, number>()];
  const [listed, counted] = [new Map<string, number>(), new Map<string, number>()];
  const sent = new Map<string, string>();
  for await (const row of rows) {
    if (typeof row.expiresAt === 'number' && row.expiresAt * 1000 < at.getTime()) continue;
    const pk = String(row.pk);
    add(kinds, typeof row.entity === 'string' ? row.entity : (pk.split('#')[0] ?? ''), 1);
    // a generation names its list without being in it
    if (typeof row.list === 'string' && isListed(row)) add(listed, row.list, 1);
    if (pk.startsWith('COUNT#')) add(counted, pk.slice('COUNT#'.length), Number(row.n));
    if (row.entity === 'bank file') sent.set(String(row.name), String(row.status));
    if (pk.startsWith('LEDGER#'))
      for (const { credit, debit, amount } of (row.steps ?? []) as Step[]) {
        add(ledger, credit, -amount);
        add(ledger, debit, amount);
      }
  }
  return { kinds, ledger, problems: [...countersOff(listed, counted), ...filesOff(sent, outbox)] };
}

/** Reports whether an index contains the row. */
const isListed = (row: Row): boolean => listIndexes.some(({ sortKey }) => sortKey in row);

/** Compares list counters with rows; lists without a counter are skipped. */
const countersOff = (listed: ReadonlyMap<string, number>, counted: ReadonlyMap<string, number>): string[] =>
  [...counted].flatMap(([list, count]) => {
    const rows = listed.get(list);
    return rows === undefined || rows === count
      ? []
      : [`The list ${list} has ${rows} rows, but its counter is ${count}.`];
  });

const filesOff = (sent: ReadonlyMap<string, string>, outbox: ReadonlySet<string>): string[] => [
  ...[...sent].flatMap(([name, status]) =>
    leftThePortal.has(status) && !outbox.has(name)
      ? [`The bank file ${name} is ${status}, but not in the outbox.`]
      : [],
  ),
  ...[...outbox].flatMap((name) =>
    sent.has(name)
      ? []
      : [
          `The outbox has ${name}, which the table does not know: its payments must be marked Submitted before anything is sent.`,
        ],
  ),
];

/** Returns the differences of two tables by kind and ledger account. */
export function differencesOf(left: TableSum, right: TableSum): string[] {
  const dollars = (cents: number): string => (cents / 100).toFixed(2);
  const differing = (name: keyof Pick<TableSum, 'kinds' | 'ledger'>, show: (value: number) => string) =>
    [...new Set([...left[name].keys(), ...right[name].keys()])].toSorted().flatMap((key) => {
      const [before, after] = [left[name].get(key) ?? 0, right[name].get(key) ?? 0];
      return before === after
        ? []
        : [`${name === 'kinds' ? '' : 'ledger, '}${key}: ${show(before)} → ${show(after)}`];
    });
  return [...differing('kinds', String), ...differing('ledger', dollars)];
}
