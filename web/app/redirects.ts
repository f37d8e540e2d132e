import type { PageDefinition } from './page.ts';

/**
 * Returns redirects from parent paths to their first visible child without an ID of its own (spec 1 §2).
 */
export function redirects<Row extends Pick<PageDefinition, 'path'>>(
  rows: readonly Row[],
): { path: string; children: Row[] }[] {
  const known = new Set(rows.map(({ path }) => path));
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const words = row.path.split('/');
    for (let length = words.length - 1; length > 1; length--) {
      if (words[length]?.startsWith(':')) break;
      const parent = words.slice(0, length).join('/');
      if (!known.has(parent)) found.set(parent, [...(found.get(parent) ?? []), row]);
    }
  }
  return [...found].map(([path, children]) => ({ path, children }));
}
