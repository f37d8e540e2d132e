import type { PageRow } from './page.ts';

/** A parent's address leads to its first child that needs no id of its own (spec 1 §2). */
export function redirects(rows: readonly PageRow[]): { path: string; to: string }[] {
  const known = new Set(rows.map(({ path }) => path));
  const found = new Map<string, string>();
  for (const { path } of rows) {
    const words = path.split('/');
    for (let length = words.length - 1; length > 1; length--) {
      if (words[length]?.startsWith(':')) break;
      const parent = words.slice(0, length).join('/');
      if (!known.has(parent) && !found.has(parent)) found.set(parent, path);
    }
  }
  return [...found].map(([path, to]) => ({ path, to }));
}
