import { tableIndexes } from '../table-shape.ts';
type Row = Record<string, unknown>;

/** What a table holds, as far as a restored one is judged by it. */
export interface TableSum {
  /** Rows by kind. */
  kinds: Map<string, number>;
  /** Cents in each account of the ledger. */
  ledger: Map<string, number>;
  /** What does not add up, each a sentence. */
  problems: string[];
}

const add = (sums: Map<string, number>, name: string, by: number): void =>
  void sums.set(name, (sums.get(name) ?? 0) + by);

interface Step {
  credit: string;
  debit: string;
  amount: number;
}

/** The states from which on the outbox holds a bank file's bytes. */
const leftThePortal = new Set(['delivered', 'submitted', 'acknowledged', 'settled']);

/**
 * Adds a table up: rows by kind, the ledger's accounts in cents, bank files against the outbox, and every list's counter
 * against its rows. A row that has expired is no row.
 *
 * @param rows all of the table
 * @param outbox the names of the files that the bank was given
 * @param at the instant that expiry is judged by
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
    // a generation names the list that it writes, and is in none
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

/** Is a row in the list that it names: does any index hold it? */
const isListed = (row: Row): boolean => tableIndexes.some(({ sortKey }) => sortKey in row);

/** A list that no counter counts, such as an activity, is not asked about. */
const countersOff = (listed: ReadonlyMap<string, number>, counted: ReadonlyMap<string, number>): string[] =>
  [...counted].flatMap(([list, count]) => {
    const rows = listed.get(list);
    return rows === undefined || rows === count
      ? []
      : [`The list ${list} has ${rows} rows, and its counter says ${count}.`];
  });

const filesOff = (sent: ReadonlyMap<string, string>, outbox: ReadonlySet<string>): string[] => [
  ...[...sent].flatMap(([name, status]) =>
    leftThePortal.has(status) && !outbox.has(name)
      ? [`The bank file ${name} is ${status}, and the outbox has no such file.`]
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

/** What two tables differ in, by kind of row and by account of the ledger, as lines to read; none when they are alike. */
export function differencesOf(one: TableSum, other: TableSum): string[] {
  const dollars = (cents: number): string => (cents / 100).toFixed(2);
  const differing = (name: keyof Pick<TableSum, 'kinds' | 'ledger'>, said: (value: number) => string) =>
    [...new Set([...one[name].keys(), ...other[name].keys()])].toSorted().flatMap((key) => {
      const [before, after] = [one[name].get(key) ?? 0, other[name].get(key) ?? 0];
      return before === after
        ? []
        : [`${name === 'kinds' ? '' : 'ledger, '}${key}: ${said(before)} → ${said(after)}`];
    });
  return [...differing('kinds', String), ...differing('ledger', dollars)];
}
