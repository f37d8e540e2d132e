import { deleteDraft, saveDraft, loadDraft } from './draft-storage.ts';

// session storage, so that a reload resumes waiting downloads
const storageKey = 'downloads';
const before = loadDraft(storageKey);
let running: readonly string[] = Array.isArray(before) ? before.map(String) : [];
const listeners = new Set<() => void>();

function change(next: readonly string[]) {
  running = next;
  if (running.length > 0) saveDraft(storageKey, running);
  else deleteDraft(storageKey);
  for (const listener of listeners) listener();
}

export const downloads = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: () => running,
  add: (jobId: string): void => change([...running, jobId]),
  remove: (jobId: string): void => change(running.filter((id) => id !== jobId)),
  clear: (): void => change([]),
};

export function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
