import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PlantedBug } from './bugs.ts';

/** Returns the source of the bug's file with the bug. Throws if the file no longer contains the replaced code. */
export function sourceWith({ file, code, after = '', with: replacement }: PlantedBug): string {
  const source = readFileSync(file, 'utf8');
  const start = source.indexOf(after);
  const at = start < 0 ? -1 : source.indexOf(code, start);
  if (at < 0) throw new Error(`${file} does not contain ${JSON.stringify(code)}`);
  return source.slice(0, at) + replacement + source.slice(at + code.length);
}

/** Loads a product file with a bug in this process; before any module of the product is loaded. */
export function plant(bug: PlantedBug): void {
  const source = sourceWith(bug);
  const url = pathToFileURL(resolve(bug.file)).href;
  registerHooks({
    load: (loaded, context, nextLoad) => {
      const result = nextLoad(loaded, context);
      return loaded === url ? { ...result, source } : result;
    },
  });
}
