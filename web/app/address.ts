import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Stores filters, sort order, and tab in the address, so that reloads and shared links show the same state. */
export function useAddress<const Names extends readonly string[]>(
  ...names: Names
): [
  Partial<Record<Names[number], string>>,
  (change: Partial<Record<Names[number], string | undefined>>) => void,
] {
  const [search, setSearch] = useSearchParams();
  const values = Object.fromEntries(names.map((name) => [name, search.get(name) ?? undefined])) as Partial<
    Record<Names[number], string>
  >;
  const change = useCallback(
    (next: Partial<Record<Names[number], string | undefined>>) =>
      setSearch(
        () => {
          // from window, not from the render: a second change in the same render must include the first
          const after = new URLSearchParams(window.location.search);
          for (const [name, value] of Object.entries(next))
            if (typeof value === 'string' && value !== '') after.set(name, value);
            else after.delete(name);
          return after;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [values, change];
}
