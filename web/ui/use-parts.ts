import { useState } from 'react';

/** Rows per table body; a body renders again only if one of its rows changes. */
export const inBody = 40;

/** Rows per group of bodies; unchanged groups are skipped. */
export const inGroup = 25 * inBody;

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
  return Array.from({ length: Math.ceil(count / size) }, (_, place) => {
    const first = place * size;
    const end = Math.min(first + size, count);
    const kept = before.parts[place];
    if (kept?.length === end - first && (areSame || kept.every((row, at) => row === rows[first + at])))
      return kept;
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
