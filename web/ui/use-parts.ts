import { useState } from 'react';

/** Rows per table body; a body renders again only if one of its rows changes. */
export const rowsPerBody = 40;

/** Rows per group of bodies; unchanged groups are skipped. */
export const rowsPerGroup = 25 * rowsPerBody;

interface Parts<Row> {
  rows: readonly Row[];
  parts: readonly (readonly Row[])[];
}

/** Splits the first `count` rows into parts of `size`; an unchanged part is the same array as before. */
export function partsOf<Row>(
  rows: readonly Row[],
  count: number,
  size: number,
  before: Parts<Row>,
): Parts<Row>['parts'] {
  const areSame = rows === before.rows;
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => {
    const first = index * size;
    const end = Math.min(first + size, count);
    const previous = before.parts[index];
    if (
      previous?.length === end - first &&
      (areSame || previous.every((row, at) => row === rows[first + at]))
    )
      return previous;
    return rows.slice(first, end);
  });
}

function partMaker<Row>(size: number) {
  let before: Parts<Row> = { rows: [], parts: [] };
  return (rows: readonly Row[], count: number): Parts<Row>['parts'] => {
    before = { rows, parts: partsOf(rows, count, size, before) };
    return before.parts;
  };
}

/** Memoizes `partsOf` between renders. */
export function useParts<Row>(rows: readonly Row[], count: number, size: number): Parts<Row>['parts'] {
  const [make] = useState(() => partMaker<Row>(size));
  return make(rows, count);
}
