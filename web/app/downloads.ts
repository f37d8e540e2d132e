let running: readonly string[] = [];
const listeners = new Set<() => void>();

function change(next: readonly string[]) {
  running = next;
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
};

/** Saves what an address holds under a name. */
export function saveAs(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
