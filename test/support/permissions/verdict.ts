import { called as wasCalled } from './commands.ts';
import { handlerOfRole, kindOfRole } from './handler-of-role.ts';
import { deniedOf, textOf, type Policies, type Use } from './statements.ts';
import { deedsOf, type KeptRight } from './unused-reasons.ts';
import { unusedOf } from './unused.ts';

/** The uses recorded by all test processes, without duplicates. */
export interface Recorded {
  uses: Use[];
  /** Handlers that were called, whether they used something or not. */
  called: Set<string>;
  /** Kinds of jobs of which a step was taken. */
  jobs: Set<string>;
}

/** Reads lines of a role, an action, a resource and a key; a step of a job is its worker's. */
export function readRecord(lines: Iterable<string>): Recorded {
  const recorded: Recorded = { uses: [], called: new Set(), jobs: new Set() };
  const seen = new Map<string, Use>();
  for (const line of new Set(lines)) {
    const [role = '', action = '', resource = '', key = ''] = line.split('\t');
    const [handler, kind] = [handlerOfRole(role), kindOfRole(role)];
    if (kind) recorded.jobs.add(kind);
    if (action === wasCalled) {
      if (!kind) recorded.called.add(handler);
    } else {
      const use = { handler, action, resource, key };
      seen.set(textOf(use), use);
    }
  }
  recorded.uses = [...seen.values()];
  return recorded;
}

/** Uses that every valid record contains; detects missing instrumentation. */
export interface Expected {
  handlers: readonly string[];
  jobs: readonly string[];
  services: readonly string[];
}

export function missingIn({ uses, called, jobs }: Recorded, expected: Expected): string[] {
  const services = new Set(uses.map(({ action }) => action.split(':')[0]));
  return [
    ...expected.services
      .filter((service) => !services.has(service))
      .map((service) => `no use of ${service} was recorded`),
    ...expected.handlers
      .filter((handler) => !called.has(handler))
      .map((handler) => `${handler} was never called`),
    ...expected.jobs.filter((kind) => !jobs.has(kind)).map((kind) => `no step of "${kind}" was taken`),
  ];
}

/** Everything that is wrong, a sentence each. */
export function verdictOn(
  policies: Policies,
  recorded: Recorded,
  expected: Expected,
  stored: readonly KeptRight[],
): string[] {
  const unused = unusedOf(policies, recorded.uses);
  const deeds = deedsOf(recorded.uses);
  return [
    ...missingIn(recorded, expected),
    ...deniedOf(policies, recorded.uses).map((use) => `denied, and needed: ${textOf(use)}`),
    ...unused
      .filter((right) => !stored.some(({ keeps }) => keeps(right, deeds)))
      .map((right) => `allowed, and used by nothing: ${textOf(right)}`),
    ...stored
      .filter(({ keeps }) => !unused.some((right) => keeps(right, deeds)))
      .map(({ why }) => `a reason that keeps nothing: ${why}`),
  ];
}
