import { forgetTyped, keepTyped, readTyped } from './typed-memory.ts';

// in the tab's memory, so that a reload finds what is being prepared
const kept = 'downloads';
const before = readTyped(kept);
let running: readonly string[] = Array.isArray(before) ? before.map(String) : [];
const listeners = new Set<() => void>();

function change(next: readonly string[]) {
  running = next;
  if (running.length > 0) keepTyped(kept, running);
  else forgetTyped(kept);
  for (const listener of listeners) listener();
}

/** The jobs that prepare a download for this tab. */
export const downloads = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => running,
  follow: (jobId: string): void => change([...running, jobId]),
  leave: (jobId: string): void => change(running.filter((one) => one !== jobId)),
  /** They are of the person who logged out. */
  forget: (): void => change([]),
};

/** Saves what an address holds under a name. */
export function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
