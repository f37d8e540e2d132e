import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { it } from 'vitest';
import type { Mutant } from './mutate.ts';
import { firstFailing, reachOf, type ReachedFile } from './reach.ts';

// Runs inside vitest (config.ts) with the local engines. A mutant lives until one of the tests that reach it fails; the
// tests run over a table of their own, and a failure counts only where the same tests pass without the mutant.

interface Selection {
  file: ReachedFile;
  places: number[];
  ms: number;
}
/** `tried`: the selections of tests that it lived through. */
type Note = Mutant & { by: string | null; isReached: boolean; tried: string[] };

/** So many quick tests, each of another file, are tried with every mutant first; then all others, the quick ones first. */
const times = [
  { files: 4, ms: 4_000 },
  { files: 6, ms: 15_000 },
  { files: Infinity, ms: Infinity },
];

const keyOf = ({ file, places }: Selection): string =>
  `${file.path} ${file.digest.slice(0, 8)} ${places.join(' ')}`;

/** The tests that reach a mutant: the quickest of each file by itself, and then the others of each file together. */
function selectionsOf({ id }: Mutant, ofSource: ReadonlySet<number>, files: readonly ReachedFile[]) {
  const quick: Selection[] = [];
  const rest: Selection[] = [];
  for (const file of files) {
    // what happens while a file is loaded is told by the tests that reach its functions
    const isOfLoad = file.loadHits.includes(id);
    const isOfAll = file.setUpHits.includes(id);
    const [first, ...others] = file.tests
      .filter(
        ({ hits }) => isOfAll || hits.includes(id) || (isOfLoad && hits.some((hit) => ofSource.has(hit))),
      )
      .toSorted((one, other) => one.ms - other.ms);
    for (const [list, tests] of [
      [quick, first ? [first] : []],
      [rest, others],
    ] as const)
      if (tests.length > 0)
        list.push({
          file,
          places: tests.map(({ place }) => place).toSorted((one, other) => one - other),
          ms: tests.reduce((sum, { ms }) => sum + ms, file.setUpMs),
        });
  }
  const byCost = (one: Selection, other: Selection) => one.ms - other.ms;
  const cheapest = quick.toSorted(byCost);
  const all = [...cheapest, ...rest].toSorted(byCost);
  return { cheapest, all };
}

/** The selections of one time; at the second the files come first that found other mutants of the same source. */
function selectionsAt(
  time: (typeof times)[number],
  { cheapest, all }: ReturnType<typeof selectionsOf>,
  found: readonly string[],
): Selection[] {
  if (time === times[0])
    return cheapest.slice(0, time.files).filter(({ ms }, place) => place === 0 || ms <= time.ms);
  const foundBy = ({ file }: Selection) => found.filter((by) => by.startsWith(`${file.path} `)).length;
  return all
    .toSorted((one, other) => foundBy(other) - foundBy(one))
    .filter(({ ms }) => ms <= time.ms)
    .slice(0, time.files);
}

const passes = new Map<string, Promise<boolean>>();
/** Whether some tests of a file pass without a mutant, apart from those between them. */
function passAlone(file: ReachedFile, places: readonly number[]): Promise<boolean> {
  const key = `${file.path} ${places.join(' ')}`;
  const known = passes.get(key) ?? firstFailing(file, places, 0).then((failing) => !failing);
  passes.set(key, known);
  return known;
}

/** The name of the first test of a selection that fails for the mutant alone. */
async function killerAmong({ file, places }: Selection, id: number): Promise<string | undefined> {
  const failing = await firstFailing(file, places, id);
  if (!failing) return undefined;
  const upToIt = places.filter((place) => place <= failing.place);
  const late = failing.isLate ? ' (late)' : '';
  if (await passAlone(file, upToIt)) return `${file.path} ${failing.name}${late}`;
  // a test that needs what earlier ones of its file left
  const last = places.at(-1) ?? 0;
  const whole = file.tests.map(({ place }) => place).filter((place) => place <= last);
  const inOrder = await firstFailing(file, whole, id);
  return inOrder && (await passAlone(file, whole)) ? `${file.path} ${inOrder.name}` : undefined;
}

/** Lets a mutant live through the selections that it did not meet yet, and notes what came of it. */
async function tried(before: Note, selections: readonly Selection[], report: string): Promise<Note> {
  const isNew = selections.filter((selection) => !before.tried.includes(keyOf(selection)));
  if (before.by !== null || isNew.length === 0) return before;
  const began = performance.now();
  let by: string | null = null;
  for (const selection of isNew) by ??= (await killerAmong(selection, before.id)) ?? null;
  const note = { ...before, by, tried: [...before.tried, ...isNew.map(keyOf)] };
  appendFileSync(report, `${JSON.stringify(note)}\n`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${seconds} s ${by === null ? 'LIVES' : 'found'} ${note.path}:${note.line} ${by ?? ''}`);
  return note;
}

it('lives through a sample of mutants', async () => {
  const list = JSON.parse(readFileSync(process.env.MUTANT_LIST ?? '', 'utf8')) as {
    mutants: Mutant[];
    sample: number[];
  };
  const report = process.env.MUTANT_REPORT ?? '';
  const written = existsSync(report) ? readFileSync(report, 'utf8').trim() : '';
  const known = (written === '' ? [] : written.split('\n')).map((line) => JSON.parse(line) as Note);
  const notes = new Map(known.map((note) => [note.id, note]));
  const until = Date.now() + Number(process.env.MUTANT_MINUTES ?? Infinity) * 60_000;
  const paths = JSON.parse(process.env.MUTANT_TESTS ?? '[]') as string[];
  const files = await reachOf(paths, `${report}.reach.json`);
  for (const time of times)
    for (const id of list.sample) {
      const mutant = list.mutants[id - 1];
      if (!mutant || Date.now() > until) continue;
      const ofSource = new Set(list.mutants.filter(({ path }) => path === mutant.path).map((one) => one.id));
      const found = [...notes.values()].flatMap(({ path, by }) => (path === mutant.path && by ? [by] : []));
      const selections = selectionsAt(time, selectionsOf(mutant, ofSource, files), found);
      const isReached = selections.length > 0 || (notes.get(id)?.isReached ?? false);
      const before = notes.get(id) ?? { ...mutant, by: null, isReached, tried: [] };
      if (!notes.has(id) && !isReached) appendFileSync(report, `${JSON.stringify(before)}\n`);
      notes.set(id, await tried({ ...before, isReached }, selections, report));
    }
});
