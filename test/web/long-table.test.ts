import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { rowOfMember } from '../../shared/employees/roster-row.ts';
import { hiddenAtFirst, rosterTable } from '../../web/employees/roster-table.tsx';
import { TableRows } from '../../web/ui/TableRows.tsx';
import { rowsPerBody, partsOf } from '../../web/ui/use-parts.ts';
import { someMember } from '../support/world.ts';

// The cost of a row occurs 20,000 times, and again in every garbage collection.

const columns = rosterTable(() => {}).filter(({ key }) => !hiddenAtFirst.includes(key));
const rows = Array.from({ length: 200 }, (_, index) =>
  rowOfMember(
    someMember(`M${index}`, '1', {
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

test('renders an employee in at most fifteen elements on wide screens, and expands on phones', () => {
  const row = lastRow(false);
  expect(row).toContain('Harbor Gym');
  // the row, its checkbox, a cell per column, and the content of the cells for name, status, key fob, and date
  expect(row.match(/<[a-z]/g)?.length).toBeLessThanOrEqual(15);
  expect(row).not.toContain('Show all');
  expect(lastRow(true)).toContain('Show all');
});

test('reuses a part of a table while its rows are unchanged', () => {
  const numbers = Array.from({ length: 100 }, (_, index) => ({ index }));
  const before = { rows: numbers, parts: partsOf(numbers, 100, rowsPerBody, { rows: [], parts: [] }) };
  expect(before.parts.map((part) => part.length)).toEqual([40, 40, 20]);
  const more = partsOf([...numbers, { index: 100 }], 101, rowsPerBody, before);
  expect(more.map((part, index) => part === before.parts[index])).toEqual([true, true, false]);
  expect(more.flat()).toHaveLength(101);
  const changed = partsOf(numbers.with(50, { index: -1 }), 100, rowsPerBody, before);
  expect(changed.map((part, index) => part === before.parts[index])).toEqual([true, false, true]);
  expect(changed[1]?.[10]).toEqual({ index: -1 });
});
