import { useCallback, useSyncExternalStore } from 'react';
import { consentService } from './consent.ts';

/** How a person set up the site for themselves. */
type PreferenceName = 'appearance' | 'sidebar' | 'member-group';

const names: readonly PreferenceName[] = ['appearance', 'sidebar', 'member-group'];
const place = (name: PreferenceName) => `wellport:${name}`;
const listeners = new Set<() => void>();
/** What was chosen since the page was opened; holds where nothing may be stored. */
const chosen = new Map<PreferenceName, string>();

/** These are the person's own presses and stay on the device: kept unless they are refused. */
const mayStore = (): boolean => consentService().read()?.preferences !== false;

function stored(name: PreferenceName): string | undefined {
  try {
    return localStorage.getItem(place(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(name: PreferenceName, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(place(name));
    else localStorage.setItem(place(name), value);
  } catch {
    // a browser that keeps nothing starts again next time
  }
}

const read = (name: PreferenceName): string | undefined =>
  chosen.get(name) ?? (mayStore() ? stored(name) : undefined);

function write(name: PreferenceName, value: string): void {
  chosen.set(name, value);
  if (mayStore()) store(name, value);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

// a refusal takes away what was stored before it; what was chosen holds until the page is closed
consentService().subscribe(() => {
  for (const name of names) store(name, mayStore() ? chosen.get(name) : undefined);
});

/** One preference, and how to change it; the same everywhere on the page. */
export function usePreference(name: PreferenceName): [string | undefined, (value: string) => void] {
  const value = useSyncExternalStore(
    subscribe,
    () => read(name),
    () => undefined,
  );
  const change = useCallback((next: string) => write(name, next), [name]);
  return [value, change];
}

const appearances = ['system', 'light', 'dark'] as const;
export type Appearance = (typeof appearances)[number];

/** Light, dark, or as the system says. */
export function useAppearance(): [Appearance, (value: Appearance) => void] {
  const [value, change] = usePreference('appearance');
  return [appearances.find((one) => one === value) ?? 'system', change];
}
