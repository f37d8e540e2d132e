/** Input of long forms that survives a reload of this tab. Never contains secrets. */
const prefix = 'wellport:typed:';

/** Returns undefined in browsers that block storage, in which a reload starts with an empty form. */
export function inTab<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

export const loadDraft = (name: string): unknown =>
  inTab((storage) => JSON.parse(storage.getItem(prefix + name) ?? 'null') as unknown);

export function saveDraft(name: string, value: unknown): void {
  inTab((storage) => storage.setItem(prefix + name, JSON.stringify(value)));
}

export function deleteDraft(name: string): void {
  inTab((storage) => storage.removeItem(prefix + name));
}

/** Deletes all input, so that the next user of this tab does not see it. */
export function deleteAllDrafts(): void {
  inTab((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
