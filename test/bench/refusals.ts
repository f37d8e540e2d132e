import { readSheet } from '../../functions/platform/sheets/read-sheet.ts';
import { limits, refusalOf, text, workbook, worksheet } from '../platform/sheets/make-workbook.ts';
import { gigabyte, zipBomb } from '../platform/sheets/zip-bomb.ts';
import { medianOf, print, type Line } from './measure.ts';

const line = (cells: string[]): string => `<row>${cells.map(text).join('')}</row>`;
const people = Array.from({ length: 300 }, (_, place) =>
  line([`person${place}@example.com`, `First${place}`, `Last${place}`]),
);
const good = workbook(line(['Email', 'First Name', 'Last Name']) + people.join(''));

const roomy = { maxBytes: 50_000_000 };
const zipBombs = { honest: zipBomb(gigabyte), lying: zipBomb(1000) };
const corner = workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>');
const emptyRows = workbook('<row/>'.repeat(650_000));
const hostile = worksheet(`<worksheet>${"<a b='".repeat(350_000)}`);

const wrong: [string, () => Promise<string>][] = [
  ['a zip bomb that says it is a gigabyte', () => refusalOf(zipBombs.honest, 'a.xlsx', roomy)],
  ['a zip bomb that says it is small', () => refusalOf(zipBombs.lying, 'a.xlsx', roomy)],
  ['a file of 25,601 bytes', () => refusalOf(new Uint8Array(25_601))],
  ['a cell at XFD1048576', () => refusalOf(corner)],
  ['two megabytes of hostile XML', () => refusalOf(hostile)],
];

/** Files that must be refused, against reading a good one of 300 people: none may hold a handler up. */
export async function benchRefusals(): Promise<Line[]> {
  const baseline = await medianOf(9, () => readSheet(good, 'people.xlsx', limits));
  const results: Line[] = [];
  for (const [what, refuse] of wrong) {
    const measured = await medianOf(9, refuse);
    results.push({
      what: `${what}, refused in ${measured.toFixed(1)} ms`,
      value: `${(measured / baseline).toFixed(2)} ×`,
      bound: 'at most 10 ×',
      holds: measured / baseline <= 10,
    });
  }
  // as much as a small upload may hold at all: nothing takes longer
  const longest = await medianOf(9, () => refusalOf(emptyRows));
  results.push({
    what: `650,000 empty rows, read to the end in ${longest.toFixed(0)} ms`,
    value: `${(longest / baseline).toFixed(2)} ×`,
  });
  print(`Wrong files against reading a good one (${baseline.toFixed(1)} ms)`, results);
  return results;
}
