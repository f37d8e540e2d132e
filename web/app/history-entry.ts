import { newId } from '../platform/time-and-chance.ts';

interface EntryState {
  key?: string;
}

const stateOfEntry = (): EntryState => (window.history.state ?? {}) as EntryState;

/** True if the page was opened by its address, not by Back, Forward, or a reload. */
let isOpened = false;
let firstKey = '';

/**
 * Gives the history entry of a loaded page a key of its own before the router reads it. The router would otherwise store
 * the scroll positions of all loaded pages under one key.
 */
export function nameEntry(): void {
  isOpened = stateOfEntry().key === undefined;
  firstKey = stateOfEntry().key ?? newId();
  window.history.replaceState({ ...stateOfEntry(), key: firstKey }, '');
}

/** Returns true for a location that was opened by its address; the router's key of a native anchor is `default`. */
export const isOpenedByAddress = (key: string): boolean =>
  key === 'default' || (isOpened && key === firstKey);
