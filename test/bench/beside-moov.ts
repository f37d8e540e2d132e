import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const runs = 7;

/** The CPU milliseconds that moov-io/ach takes for the same files, or why it was not asked. */
export function besideMoov(
  files: readonly Uint8Array[],
): { read: number; write: number } | { missing: string } {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-moov-'));
  try {
    for (const [place, bytes] of files.entries())
      writeFileSync(join(folder, `${String(place).padStart(3, '0')}.ach`), bytes);
    const go = spawnSync('go', ['run', '.', folder, String(runs)], {
      cwd: join(import.meta.dirname, 'moov'),
      encoding: 'utf8',
    });
    if (go.error) return { missing: 'Go is not installed here' };
    if (go.status !== 0)
      return { missing: `moov-io/ach could not run: ${go.stderr.trim().split('\n').at(-1)}` };
    return JSON.parse(go.stdout) as { read: number; write: number };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The CPU milliseconds of the fastest of several runs, as moov's are taken. */
export function cpuOf(work: () => unknown): number {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}
