import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the time of the latest change of some files in milliseconds; 0 without files. */
const newest = (folder: string, pattern: string): number =>
  globSync(pattern, { cwd: folder }).reduce(
    (latest, file) => Math.max(latest, statSync(join(folder, file)).mtimeMs),
    0,
  );

/** Returns a warning if the built site is older than its sources; otherwise undefined. */
export function oldBuild(built: string, ...sources: readonly string[]): string | undefined {
  const builtAt = newest(built, 'index.html');
  const changed = sources.filter((folder) => newest(folder, '**/*.{ts,tsx,css,html}') > builtAt);
  return changed.length === 0
    ? undefined
    : `The built site is older than ${changed.join(' and ')}. Run "npm run build" to see them as they are.`;
}
