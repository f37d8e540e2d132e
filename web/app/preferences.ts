import { useCallback, useSyncExternalStore } from 'react';
import { consentService } from './consent.ts';

type PreferenceName = 'appearance' | 'sidebar' | 'member-group';

const names: readonly PreferenceName[] = ['appearance', 'sidebar', 'member-group'];
const storageKey = (name: PreferenceName) => `wellport:${name}`;
const listeners = new Set<() => void>();
/** Values since the page was opened, for browsers without storage. */
const current = new Map<PreferenceName, string>();

/** Preferences are the user's own choices and stay on the device, so they are stored unless refused. */
const canStore = (): boolean => consentService().read()?.preferences !== false;

/**
 * Where a preference is stored. The selected member group is necessary for the session, so it survives a reload of the
 * tab also after a refusal.
 */
const storageOf = (name: PreferenceName): Storage | undefined =>
  canStore() ? localStorage : name === 'member-group' ? sessionStorage : undefined;

function stored(name: PreferenceName, storage = storageOf(name)): string | undefined {
  try {
    return storage?.getItem(storageKey(name)) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(name: PreferenceName, value: string | undefined): void {
  try {
    if (!canStore()) localStorage.removeItem(storageKey(name));
    if (value !== undefined) storageOf(name)?.setItem(storageKey(name), value);
  } catch {
    // without storage, preferences last until the page is closed
  }
}

const read = (name: PreferenceName): string | undefined => current.get(name) ?? stored(name);

function write(name: PreferenceName, value: string): void {
  current.set(name, value);
  store(name, value);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

// a refusal deletes stored preferences; current values last until the page is closed
consentService().subscribe(() => {
  for (const name of names) store(name, current.get(name) ?? stored(name, localStorage));
});

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

export function useAppearance(): [Appearance, (value: Appearance) => void] {
  const [value, change] = usePreference('appearance');
  return [appearances.find((appearance) => appearance === value) ?? 'system', change];
}
