import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

/** How many seeds are taken at a time: what a bench that ends in the middle has to do once more. */
const seedsPerBlock = 50;

const block = z.object({
  from: z.int(),
  to: z.int(),
  commit: z.string(),
  seconds: z.number(),
  failed: z.array(z.string()),
});
export type SeedBlock = z.output<typeof block>;

export interface SeedRun {
  folder: string;
  /** The seeds are 1 to this. */
  count: number;
  minutes: number;
  /** Throws when what the seed leads to is wrong. */
  live: (seed: number) => Promise<unknown>;
}

/**
 * Lives through seeds, block after block, and notes each block in the folder: a run that ends early goes on there, and
 * several at once share the blocks. Returns every block noted so far, those of earlier runs too.
 */
export async function runSeeds({ folder, count, minutes, live }: SeedRun): Promise<SeedBlock[]> {
  mkdirSync(folder, { recursive: true });
  const until = performance.now() + minutes * 60_000;
  const commit = commitNow();
  for (let from = 1; from <= count && performance.now() < until; from += seedsPerBlock) {
    const to = Math.min(count, from + seedsPerBlock - 1);
    const note = join(folder, `${String(from).padStart(6, '0')}.json`);
    if (!claim(note)) continue;
    const began = performance.now();
    const failed: string[] = [];
    for (let seed = from; seed <= to; seed++)
      await live(seed).catch((problem: unknown) => failed.push(`seed ${seed}: ${String(problem)}`));
    const seconds = Math.round((performance.now() - began) / 1000);
    writeFileSync(note, JSON.stringify({ from, to, commit, seconds, failed } satisfies SeedBlock));
    rmSync(claimOf(note));
  }
  return blocksIn(folder);
}

const claimOf = (note: string): string => `${note}.claim`;

/** Takes a block for this process, unless it is noted or a living process has it. */
function claim(note: string): boolean {
  if (contentOf(note) !== undefined) return false;
  const mine = claimOf(note);
  const holder = Number(contentOf(mine));
  if (holder && isAlive(holder)) return false;
  rmSync(mine, { force: true });
  try {
    const file = openSync(mine, 'wx');
    writeFileSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch {
    return false;
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

const blocksIn = (folder: string): SeedBlock[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => block.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))));

/** The commit that is lived through, marked where the checkout is not exactly it. */
function commitNow(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim();
  return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') ? ' and changes' : '');
}
