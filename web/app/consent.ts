import { useSyncExternalStore } from 'react';
import { now } from './time-and-chance.ts';

/** What a person may allow beyond what the site cannot do without. */
export type Purpose = 'preferences' | 'analytics';
export type Choices = Record<Purpose, boolean>;

/** A choice, when it was made, and for which wording of the questions. */
export interface Consent extends Choices {
  date: string;
  version: number;
}

/** Another wording or another purpose is another version: everybody is asked again. */
export const consentVersion = 1;

/** Asks and keeps the choice. Ours by default; a third-party service stands in by `useConsentService`. */
export interface ConsentService {
  /** Undefined until a choice was made. Gives the same object until the choice changes. */
  read: () => Consent | undefined;
  save: (choices: Choices) => void;
  subscribe: (listener: () => void) => () => void;
  /** A third-party service brings its own panel and its own first question; without it ours are shown. */
  openPanel?: () => void;
}

const place = 'wellport:consent';
const listeners = new Set<() => void>();
let kept: Consent | undefined = readStored();

function readStored(): Consent | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(place) ?? 'null') as Partial<Consent> | null;
    if (stored?.version !== consentVersion || typeof stored.date !== 'string') return undefined;
    const { version, date } = stored;
    return { version, date, preferences: stored.preferences === true, analytics: stored.analytics === true };
  } catch {
    return undefined;
  }
}

const ownService: ConsentService = {
  read: () => kept,
  save: ({ preferences, analytics }) => {
    kept = { version: consentVersion, date: now().toISOString(), preferences, analytics };
    try {
      localStorage.setItem(place, JSON.stringify(kept));
    } catch {
      // a browser that keeps nothing asks again next time
    }
    for (const listener of listeners) listener();
  },
  subscribe: (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

let service = ownService;

/** The service in charge. */
export const consentService = (): ConsentService => service;

/** Puts a third-party service in place of ours; called before the first page is drawn. */
export const setConsentService = (other: ConsentService): void => void (service = other);

/** Is this purpose allowed? Nothing is before a choice was made. */
export const isAllowed = (purpose: Purpose): boolean => service.read()?.[purpose] === true;

/**
 * The only way to start anything that is not necessary, such as a tracker: `start` runs when its purpose is allowed,
 * and the stop that it returns runs when the person takes that back.
 */
export function whileAllowed(purpose: Purpose, start: () => () => void): () => void {
  let stop: (() => void) | undefined;
  const look = () => {
    if (isAllowed(purpose)) stop ??= start();
    else {
      stop?.();
      stop = undefined;
    }
  };
  look();
  const leave = service.subscribe(look);
  return () => {
    leave();
    stop?.();
  };
}

export const useConsent = (): Consent | undefined =>
  useSyncExternalStore(service.subscribe, service.read, () => undefined);

/** Opens the panel: for links anywhere on the site. */
export const cookieSettings = 'wellport:cookie-settings';
export const openCookieSettings = (): void => void window.dispatchEvent(new Event(cookieSettings));
