import { useState } from 'react';

/** So many rows are one body of a table, which is drawn anew only when one of them has changed. */
export const inBody = 40;

interface Bodies<Row> {
  rows: readonly Row[];
  bodies: readonly (readonly Row[])[];
}

/** The first `count` rows in bodies; one that has the rows that it had before is the same array. */
export function bodiesOf<Row>(
  rows: readonly Row[],
  count: number,
  before: Bodies<Row>,
): Bodies<Row>['bodies'] {
  const areSame = rows === before.rows;
  return Array.from({ length: Math.ceil(count / inBody) }, (_, place) => {
    const first = place * inBody;
    const end = Math.min(first + inBody, count);
    const kept = before.bodies[place];
    if (kept?.length === end - first && (areSame || kept.every((row, at) => row === rows[first + at])))
      return kept;
    return rows.slice(first, end);
  });
}

/** Remembers the bodies that it made last. */
function bodyMaker<Row>() {
  let before: Bodies<Row> = { rows: [], bodies: [] };
  return (rows: readonly Row[], count: number): Bodies<Row>['bodies'] => {
    before = { rows, bodies: bodiesOf(rows, count, before) };
    return before.bodies;
  };
}

/** `bodiesOf` from one drawing of a table to the next: what grows with the list is made once. */
export function useBodies<Row>(rows: readonly Row[], count: number): Bodies<Row>['bodies'] {
  const [make] = useState(() => bodyMaker<Row>());
  return make(rows, count);
}
