import { useCallback, useSyncExternalStore } from 'react';
import { consentService } from './consent.ts';

/** Display preferences of the user. */
type PreferenceName = 'appearance' | 'sidebar' | 'member-group';

const names: readonly PreferenceName[] = ['appearance', 'sidebar', 'member-group'];
const place = (name: PreferenceName) => `wellport:${name}`;
const listeners = new Set<() => void>();
/** Values since the page was opened, for browsers without storage. */
const chosen = new Map<PreferenceName, string>();

/** Preferences are the user's own choices and stay on the device, so they are stored unless refused. */
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
    // without storage, preferences last until the page is closed
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

// a refusal deletes stored preferences; current values last until the page is closed
consentService().subscribe(() => {
  for (const name of names) store(name, mayStore() ? chosen.get(name) : undefined);
});

/** Returns a preference and its setter, shared by the whole page. */
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

/** Light, dark, or the system setting. */
export function useAppearance(): [Appearance, (value: Appearance) => void] {
  const [value, change] = usePreference('appearance');
  return [appearances.find((one) => one === value) ?? 'system', change];
}
