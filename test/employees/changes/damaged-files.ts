export type Cells = string[][];

export const columns = { first: 0, last: 1, email: 2, phone: 3, born: 4, number: 5 } as const;
type Column = keyof typeof columns;

type Reorder = (values: readonly string[]) => string[];

const reorders: Record<string, Reorder> = {
  'shifted down by one row': (values) => [values.at(-1) ?? '', ...values.slice(0, -1)],
  'shifted up from the middle on': (values) => {
    const half = Math.floor(values.length / 2);
    return [...values.slice(0, half), ...values.slice(half + 1), values[half] ?? ''];
  },
  'sorted apart': (values) => values.toSorted((a, b) => (a < b ? -1 : 1)),
  'sorted apart descending': (values) => values.toSorted((a, b) => (a < b ? 1 : -1)),
  'swapped in pairs': (values) => values.map((_, index) => values[index % 2 ? index - 1 : index + 1] ?? ''),
};

const columnGroups: Column[][] = [
  ['first'],
  ['last'],
  ['first', 'last'],
  ['email'],
  ['phone'],
  ['born'],
  ['email', 'phone'],
  ['first', 'last', 'born'],
  ['last', 'email', 'phone', 'born'],
];

const reordered = (cells: Cells, group: readonly Column[], reorder: Reorder): Cells => {
  const result = cells.map((row) => [...row]);
  const places = reorder(cells.map((_, index) => String(index).padStart(6, '0'))).map(Number);
  for (const name of group) {
    const column = columns[name];
    const isSort = reorder === reorders['sorted apart'] || reorder === reorders['sorted apart descending'];
    const values = cells.map((row) => row[column] ?? '');
    const moved = isSort ? reorder(values) : places.map((place) => values[place] ?? '');
    for (const [index, row] of result.entries()) row[column] = moved[index] ?? '';
  }
  return result;
};

const edited = (cells: Cells, edit: (row: string[], place: number) => void): Cells =>
  cells.map((row, index) => {
    const copy = [...row];
    edit(copy, index);
    return copy;
  });

const nextDay = (date: string): string => {
  const [month, day, year] = date.split('/').map(Number);
  const next = new Date(Date.UTC((year ?? 0) + 4, (month ?? 1) - 1, (day ?? 1) + 1)).toISOString();
  return `${next.slice(5, 7)}/${next.slice(8, 10)}/${next.slice(0, 4)}`;
};

const otherDamage: Record<string, (cells: Cells) => Cells> = {
  'first and last name are swapped': (cells) =>
    edited(cells, (row) => ([row[0], row[1]] = [row[1] ?? '', row[0] ?? ''])),
  'the last name is in the email column': (cells) =>
    edited(cells, (row) => ([row[1], row[2]] = [row[2] ?? '', row[1] ?? ''])),
  'the email of the first row is filled down': (cells) =>
    edited(cells, (row) => (row[2] = cells[0]?.[2] ?? '')),
  'the name of the first row is filled down': (cells) =>
    edited(cells, (row) => ([row[0], row[1]] = [cells[0]?.[0] ?? '', cells[0]?.[1] ?? ''])),
  'the email is filled down as a series': (cells) =>
    edited(cells, (row, place) => (row[2] = `employee${place}@series.test`)),
  'emails are blank': (cells) => edited(cells, (row) => (row[2] = '')),
  'first names are blank': (cells) => edited(cells, (row) => (row[0] = '')),
  'rows are duplicated in place of others': (cells) =>
    cells.map((_, index) => cells[index - (index % 2)] ?? []),
  'rows are duplicated with other emails': (cells) =>
    cells.flatMap((row, index) => [
      row,
      edited([row], (copy) => (copy[2] = `again${index}@other.test`))[0] ?? [],
    ]),
  'the second half is lost': (cells) => cells.slice(0, cells.length / 2),
  'every fifth row is lost': (cells) => cells.filter((_, index) => index % 5 !== 0),
  'birth dates are four years and a day late': (cells) =>
    edited(cells, (row) => (row[4] = row[4] ? nextDay(row[4]) : '')),
  'all belong to another employer': (cells) =>
    edited(cells, (row, place) => {
      row.splice(0, 6, `Other${place}`, 'Person', `other${place}@other.test`, '', '', '');
    }),
};

export const damages: [string, (cells: Cells) => Cells][] = [
  ...columnGroups.flatMap((group) =>
    Object.entries(reorders).map(([name, reorder]): [string, (cells: Cells) => Cells] => [
      `${group.join(', ')} ${name}`,
      (cells) => reordered(cells, group, reorder),
    ]),
  ),
  ...Object.entries(otherDamage),
];
