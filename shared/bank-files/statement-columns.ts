import type { Cents } from '../money.ts';
import {
  amountOf,
  dateOf,
  hasNamedSides,
  headerWithin,
  movedOf,
  namedSide,
  plainTitle,
  widthOf,
  type Columns,
  type SheetRow,
  type Title,
} from './csv-statement.ts';
import type { StatementColumns } from './inbox-file.ts';

// Columns that an administrator selects for statements whose titles and content do not show them.

const hasCents = (text: string): boolean => /[.]\d\d\)?-?$/.test(text) && amountOf(text) !== undefined;

/**
 * Returns what identifies the downloads of an account: the titles, otherwise which columns contain dates, amounts, and
 * texts. Undefined if no row has a date and an amount: the file is no statement.
 */
export function statementSource(rows: readonly SheetRow[]): string | undefined {
  const isMovement = ({ texts }: SheetRow): boolean => {
    const values = [...texts.values()].map((text) => text.trim());
    return (
      values.some((text) => dateOf(text) !== undefined) && values.some((text) => amountOf(text) !== undefined)
    );
  };
  const first = rows.slice(0, headerWithin).findIndex(isMovement);
  const movements = rows.slice(first);
  const above = rows[first - 1];
  if (first < 0) return undefined;
  if (above && above.texts.size > 1) return [...above.texts.values()].map(plainTitle).join('|');
  const kinds = Array.from({ length: widthOf(movements) }, (_, column) => {
    const values = movements
      .map(({ texts }) => texts.get(column)?.trim() ?? '')
      .filter((text) => text !== '');
    const all = (fits: (text: string) => boolean) => values.length > 0 && values.every(fits);
    return all((text) => dateOf(text) !== undefined) ? 'date' : all(hasCents) ? 'amount' : 'text';
  });
  return kinds.join('|');
}

const longestSample = 60;
const maxSamples = 3;

/** Returns the first values of each column, for the selection. */
export const statementSamples = (rows: readonly SheetRow[]): string[][] =>
  Array.from({ length: widthOf(rows) }, (_, column) => {
    const values = rows.map(({ texts }) => texts.get(column)?.trim().slice(0, longestSample) ?? '');
    return [...new Set(values)].filter((text) => text !== '').slice(0, maxSamples);
  });

/**
 * Returns 'same' or 'opposite' if another column is the balance after each amount, in either order of the rows, with the
 * direction of the amounts; undefined if it is none. Three rows are needed, because two can agree by chance.
 */
function balanceOf(amounts: readonly Cents[], balances: readonly Cents[]): 'same' | 'opposite' | undefined {
  if (balances.length < 3) return undefined;
  const followsIn = (moved: readonly Cents[], after: readonly Cents[], sign: 1 | -1) =>
    after.slice(1).every((to, index) => to - (after[index] ?? 0) === sign * (moved[index + 1] ?? 0));
  const follows = (sign: 1 | -1) =>
    followsIn(amounts, balances, sign) || followsIn(amounts.toReversed(), balances.toReversed(), sign);
  // equal amounts in the other order of the rows look opposite
  return follows(1) ? 'same' : follows(-1) ? 'opposite' : undefined;
}

/** Returns why the amounts contradict another column, such as a balance; '' if they do not. */
function contradictionOf(rows: readonly SheetRow[], columns: StatementColumns): string {
  const areSidesNamed = hasNamedSides(rows, { ...columns, texts: [] });
  const selected = new Set<number>(Object.values(columns));
  const valueAt = ({ texts }: SheetRow, column: number) => amountOf(texts.get(column)?.trim() ?? '');
  const movements = rows.flatMap((row) => {
    const at = (title: Title): string => row.texts.get((columns as Columns)[title] ?? -1)?.trim() ?? '';
    const moved = movedOf(at, { ...columns, texts: [] }, areSidesNamed);
    return dateOf(at('date')) === undefined || moved === undefined ? [] : [{ row, moved }];
  });
  const amounts = movements.map(({ moved }) => moved);
  for (let column = 0; column < widthOf(rows); column += 1) {
    const values = movements.map(({ row }) => valueAt(row, column));
    if (selected.has(column) || values.includes(undefined)) continue;
    const others = values.map((value) => value ?? 0);
    if (balanceOf(amounts, others) === 'opposite')
      return 'The balance of the file falls with deposits and rises with withdrawals. Select the other column for each.';
    if (isBalanceOf(amounts.map(Math.abs), others))
      return 'The selected amounts are the balance after each movement. Select the column of the amounts.';
  }
  return '';
}

/** Returns true if the first column is the balance after each amount of the second. */
const isBalanceOf = (balances: readonly Cents[], amounts: readonly Cents[]): boolean =>
  balances.length > 2 &&
  [0, 1].some((shift) =>
    balances
      .slice(1)
      .every(
        (to, index) => Math.abs(to - (balances[index] ?? 0)) === Math.abs(amounts[index + 1 - shift] ?? 0),
      ),
  );

/**
 * Returns why selected columns do not fit the file; '' if they do. Columns that were selected for an earlier file also fit
 * a file without a withdrawal, unless a column names the directions.
 */
export function statementColumnsError(
  rows: readonly SheetRow[],
  columns: StatementColumns,
  isEarlier = false,
): string {
  const has = (column: number | undefined, fits: (text: string) => boolean): boolean =>
    column !== undefined && rows.some(({ texts }) => fits(texts.get(column)?.trim() ?? ''));
  const { date, amount, debit, credit, side } = columns;
  if (!has(date, (text) => dateOf(text) !== undefined))
    return 'The column of dates contains no dates. Select another column.';
  const isAmount = (text: string): boolean => amountOf(text) !== undefined;
  if (![amount, debit, credit].some((column) => has(column, isAmount)))
    return 'The columns of amounts contain no amounts. Select others.';
  const isSigned =
    has(amount, (text) => (amountOf(text) ?? 0) < 0) || has(side, (text) => namedSide(text) !== undefined);
  if (amount !== undefined && !isSigned && (!isEarlier || side !== undefined))
    return 'No amount is negative, so withdrawals are unknown. Select the column that names the direction, or a file with withdrawals.';
  const isFilled = ({ texts }: SheetRow, column = -1): boolean =>
    Boolean(amountOf(texts.get(column)?.trim() ?? ''));
  if (rows.some((row) => isFilled(row, debit) && isFilled(row, credit)))
    return 'A movement has a withdrawal and a deposit. Select the columns of the amounts.';
  return contradictionOf(rows, columns);
}
