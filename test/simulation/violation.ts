/** A violated invariant. */
class Violation extends Error {}

/** Throws for a violated invariant. */
export function fail(text: string): never {
  throw new Violation(text);
}
