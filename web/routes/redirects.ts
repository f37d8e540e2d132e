import type { PageDefinition } from '../app/page.ts';

/**
 * Returns redirects from parent paths to their first visible child without an ID of its own (spec 1 §2).
 */
export function redirects<Row extends Pick<PageDefinition, 'path'>>(
  rows: readonly Row[],
): { path: string; children: Row[] }[] {
  const paths = new Set(rows.map(({ path }) => path));
  const childrenOf = new Map<string, Row[]>();
  for (const row of rows) {
    const words = row.path.split('/');
    for (let length = words.length - 1; length > 1; length--) {
      if (words[length]?.startsWith(':')) break;
      const parent = words.slice(0, length).join('/');
      if (!paths.has(parent)) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), row]);
    }
  }
  return [...childrenOf].map(([path, children]) => ({ path, children }));
}
