/** Names by which a property path reaches a prototype, which all requests of a process share (CWE-1321). */
const prototypeNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export const reachesPrototype = (name: string): boolean => prototypeNames.includes(name);

/** Longest key of a request in characters; the longest column titles of uploaded files have 200. */
const longestKey = 250;

/** Deepest nesting of a request; the contract's deepest body has 6 levels. */
const deepestLevel = 32;

/** A key that reaches a prototype, is too long, or is too deep. The message is shown to the user. */
export class UnsafeKeyError extends Error {
  readonly key: string;

  constructor(key: string, message: string) {
    super(message);
    this.name = 'UnsafeKeyError';
    this.key = key.slice(0, 50);
  }
}

/** Parses JSON from a client. Throws SyntaxError, or UnsafeKeyError for a key that no request contains. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  requireSafeKeys(value, 1);
  return value;
}

function requireSafeKeys(value: unknown, level: number): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (reachesPrototype(key)) throw new UnsafeKeyError(key, `The name "${key}" is not allowed.`);
    if (key.length > longestKey)
      throw new UnsafeKeyError(key, `A name can't contain more than ${longestKey} characters.`);
    if (level > deepestLevel)
      throw new UnsafeKeyError(key, `The request can't be nested more than ${deepestLevel} levels deep.`);
    requireSafeKeys(part, level + 1);
  }
}
