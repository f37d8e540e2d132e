import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * Filters, sort and tab in the address, so that a reload or a shared link shows the same. Empty values are left out.
 */
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
          // of two changes at once the second would not know the first: what is drawn is older than the address
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
