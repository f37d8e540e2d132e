import { useSyncExternalStore } from 'react';
import { now } from '../platform/time-and-chance.ts';

export type Purpose = 'preferences' | 'analytics';
export type Choices = Record<Purpose, boolean>;

export interface Consent extends Choices {
  date: string;
  version: number;
}

/** Increase it if the wording or the purposes change: the banner is shown again to all users. */
export const consentVersion = 1;

export interface ConsentService {
  /** Undefined until a choice is made. Returns the same object until the choice changes. */
  read: () => Consent | undefined;
  save: (choices: Choices) => void;
  subscribe: (listener: () => void) => () => void;
  /** Opens the panel of a third-party service; without it, ours is shown. */
  openPanel?: () => void;
}

const storageKey = 'wellport:consent';
const listeners = new Set<() => void>();
/** Reports whether the browser sends the Global Privacy Control, an opt-out that overrides every choice. */
export const sendsPrivacyControl = (): boolean =>
  typeof navigator !== 'undefined' &&
  (navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl === true;

let current: Consent | undefined = readStored() ?? optedOut();

/** With the signal, no choice is asked for. */
function optedOut(): Consent | undefined {
  if (!sendsPrivacyControl()) return undefined;
  return { version: consentVersion, date: now().toISOString(), preferences: true, analytics: false };
}

function readStored(): Consent | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<Consent> | null;
    if (stored?.version !== consentVersion || typeof stored.date !== 'string') return undefined;
    const { version, date } = stored;
    return { version, date, preferences: stored.preferences === true, analytics: stored.analytics === true };
  } catch {
    return undefined;
  }
}

const ownService: ConsentService = {
  read: () => current,
  save: ({ preferences, analytics }) => {
    current = { version: consentVersion, date: now().toISOString(), preferences, analytics };
    try {
      localStorage.setItem(storageKey, JSON.stringify(current));
    } catch {
      // without storage, the banner is shown again on the next visit
    }
    for (const listener of listeners) listener();
  },
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

let service = ownService;

export const consentService = (): ConsentService => service;

/** Replaces our consent service with a third-party one; call it before the first render. */
export const setConsentService = (replacement: ConsentService): void => void (service = replacement);

/** Returns whether the purpose is allowed; false before a choice is made. */
export const isAllowed = (purpose: Purpose): boolean =>
  service.read()?.[purpose] === true && !(purpose === 'analytics' && sendsPrivacyControl());

/**
 * Starts anything optional, such as a tracker: `start` runs when its purpose is allowed, and the stop function that it
 * returns runs when the user withdraws consent. All optional code must start through this function.
 */
export function runWhileAllowed(purpose: Purpose, start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const update = () => {
    if (isAllowed(purpose)) stop ??= start();
    else {
      stop?.();
      stop = undefined;
    }
  };
  update();
  const unsubscribe = service.subscribe(update);
  return () => {
    unsubscribe();
    stop?.();
  };
}

export const useConsent = (): Consent | undefined =>
  useSyncExternalStore(service.subscribe, service.read, () => undefined);

export const cookieSettings = 'wellport:cookie-settings';
export const openCookieSettings = (): void => void window.dispatchEvent(new Event(cookieSettings));
