/** What was typed into a long form and survives a reload of this tab. Nothing secret is ever put here. */
const prefix = 'wellport:typed:';

function inTab<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage);
  } catch {
    // a browser that keeps nothing begins again after a reload
    return undefined;
  }
}

export function readTyped(name: string): unknown {
  return inTab((storage) => JSON.parse(storage.getItem(prefix + name) ?? 'null') as unknown);
}

export function keepTyped(name: string, value: unknown): void {
  inTab((storage) => storage.setItem(prefix + name, JSON.stringify(value)));
}

export function forgetTyped(name: string): void {
  inTab((storage) => storage.removeItem(prefix + name));
}

/** What one person typed must not be there for the next. */
export function forgetAllTyped(): void {
  inTab((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
