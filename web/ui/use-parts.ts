import { useState } from 'react';

/** So many rows are one body of a table, which is drawn anew only when one of them has changed. */
export const inBody = 40;

/** So many rows are one group of bodies: where none of them has changed, none of its bodies is looked at. */
export const inGroup = 25 * inBody;

interface Parts<Row> {
  rows: readonly Row[];
  parts: readonly (readonly Row[])[];
}

/** The first `count` rows in parts of `size`; one that has the rows that it had before is the same array. */
export function partsOf<Row>(
  rows: readonly Row[],
  count: number,
  size: number,
  before: Parts<Row>,
): Parts<Row>['parts'] {
  const areSame = rows === before.rows;
  return Array.from({ length: Math.ceil(count / size) }, (_, place) => {
    const first = place * size;
    const end = Math.min(first + size, count);
    const kept = before.parts[place];
    if (kept?.length === end - first && (areSame || kept.every((row, at) => row === rows[first + at])))
      return kept;
    return rows.slice(first, end);
  });
}

/** Remembers the parts that it made last. */
function partMaker<Row>(size: number) {
  let before: Parts<Row> = { rows: [], parts: [] };
  return (rows: readonly Row[], count: number): Parts<Row>['parts'] => {
    before = { rows, parts: partsOf(rows, count, size, before) };
    return before.parts;
  };
}

/** `partsOf` from one drawing of a table to the next: what grows with the list is made once. */
export function useParts<Row>(rows: readonly Row[], count: number, size: number): Parts<Row>['parts'] {
  const [make] = useState(() => partMaker<Row>(size));
  return make(rows, count);
}
