import { randomBytes as secureBytes } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';

/** Where the portal takes time and chance from, so that a test can play both. */
export interface TimeAndChance {
  /** Milliseconds since 1970 on the machine's clock, which the local clock does not shift. */
  milliseconds: () => number;
  /** Waits so many milliseconds for something that another process does. */
  wait: (milliseconds: number) => Promise<void>;
  /** Holds a response back for so many milliseconds, only so that its time tells nothing. */
  holdBack: (milliseconds: number) => Promise<void>;
  /** Ends what it is given to once so many milliseconds are over. */
  endAfter: (milliseconds: number) => AbortSignal;
  /** So many bytes that nobody can guess. */
  bytes: (count: number) => Buffer;
}

const pause = (milliseconds: number) => new Promise<void>((wake) => setTimeout(wake, milliseconds));

let source: TimeAndChance = {
  milliseconds: () => Date.now(),
  wait: pause,
  holdBack: pause,
  endAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
  bytes: (count) => secureBytes(count),
};

/** Plays parts of time and chance from now on. Returns what puts the replaced parts back. For tests. */
export function playTimeAndChance(played: Partial<TimeAndChance>): () => void {
  const before = source;
  source = { ...source, ...played };
  return () => void (source = before);
}

export const milliseconds = (): number => source.milliseconds();
export const wait = (forMilliseconds: number): Promise<void> => source.wait(forMilliseconds);
export const holdBack = (forMilliseconds: number): Promise<void> => source.holdBack(forMilliseconds);
export const endAfter = (forMilliseconds: number): AbortSignal => source.endAfter(forMilliseconds);
export const randomBytes = (count: number): Buffer => source.bytes(count);

/** A number from 0, below 1. */
export const randomFraction = (): number => source.bytes(4).readUInt32BE() / 2 ** 32;

/** A new id, a ULID: ids of later milliseconds sort after it. */
export const newId = (at: number = milliseconds()): string => ulid(at, randomFraction);

const nextId = monotonicFactory(randomFraction);

/** A new id that sorts after the one before it, within a millisecond too. */
export const newOrderedId = (): string => nextId(milliseconds());
