import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { rowOfMember } from '../../shared/employees/roster-row.ts';
import { hiddenAtFirst, rosterTable } from '../../web/employees/roster-table.tsx';
import { TableRows } from '../../web/ui/TableRows.tsx';
import { inBody, partsOf } from '../../web/ui/use-parts.ts';
import { someMember } from '../support/world.ts';

// What each row of a long table costs is paid 20,000 times, and looked at whenever the browser collects garbage.

const columns = rosterTable(() => {}).filter(({ key }) => !hiddenAtFirst.includes(key));
const rows = Array.from({ length: 200 }, (_, place) =>
  rowOfMember(
    someMember(`M${place}`, '1', {
      enrolledOn: '2026-09-05',
      facilityId: '4100',
      facilityName: 'Harbor Gym',
    }),
    12,
  ),
);

const lastRow = (isStacked: boolean): string => {
  const body = createElement(TableRows<(typeof rows)[number]>, {
    columns,
    rows,
    count: rows.length,
    rowKey: ({ memberId }) => memberId ?? '',
    selection: { selected: new Set<string>(), onChange: () => {}, label: () => 'Ann', maySelect: () => true },
    widths: columns.map(() => 100),
    isStacked,
  });
  const table = renderToStaticMarkup(createElement('table', null, body));
  return table.slice(table.lastIndexOf('<tr'), table.lastIndexOf('</tr>'));
};

test('an employee far down is at most fifteen elements at a desk, and opens on a phone', () => {
  const row = lastRow(false);
  expect(row).toContain('Harbor Gym');
  // the row, its box, a cell a column, and what is in the cells of name, status, key fob and date
  expect(row.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(15);
  expect(row).not.toContain('Show all');
  expect(lastRow(true)).toContain('Show all');
});

test('a part of a table is the same as long as its rows are', () => {
  const numbers = Array.from({ length: 100 }, (_, place) => ({ place }));
  const before = { rows: numbers, parts: partsOf(numbers, 100, inBody, { rows: [], parts: [] }) };
  expect(before.parts.map((part) => part.length)).toEqual([40, 40, 20]);
  const more = partsOf([...numbers, { place: 100 }], 101, inBody, before);
  expect(more.map((part, place) => part === before.parts[place])).toEqual([true, true, false]);
  expect(more.flat()).toHaveLength(101);
  const changed = partsOf(numbers.with(50, { place: -1 }), 100, inBody, before);
  expect(changed.map((part, place) => part === before.parts[place])).toEqual([true, false, true]);
  expect(changed[1]?.[10]).toEqual({ place: -1 });
});
