import { randomBytes as secureBytes } from 'node:crypto';
import { monotonicFactory, ulid } from 'ulid';

/** Source of time and randomness, replaceable in tests. */
export interface TimeAndChance {
  /** Milliseconds since 1970 on the machine's clock, which the local clock does not shift. */
  milliseconds: () => number;
  /** Waits for another process. */
  wait: (milliseconds: number) => Promise<void>;
  /** Delays a response so that its time reveals nothing. */
  holdBack: (milliseconds: number) => Promise<void>;
  /** Returns a signal that aborts after a time. */
  endAfter: (milliseconds: number) => AbortSignal;
  /** Returns cryptographically random bytes. */
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

/** Replaces parts of the source in tests; ordered IDs start again. Returns a function that restores the parts. */
export function playTimeAndChance(played: Partial<TimeAndChance>): () => void {
  const before = source;
  source = { ...source, ...played };
  nextId = monotonicFactory(randomFraction);
  return () => void (source = before);
}

export const milliseconds = (): number => source.milliseconds();
export const wait = (forMilliseconds: number): Promise<void> => source.wait(forMilliseconds);
export const holdBack = (forMilliseconds: number): Promise<void> => source.holdBack(forMilliseconds);
export const endAfter = (forMilliseconds: number): AbortSignal => source.endAfter(forMilliseconds);
export const randomBytes = (count: number): Buffer => source.bytes(count);

/** Returns a random number from 0 to below 1. */
export const randomFraction = (): number => source.bytes(4).readUInt32BE() / 2 ** 32;

/** Returns a new ULID, which sorts by millisecond. */
export const newId = (at: number = milliseconds()): string => ulid(at, randomFraction);

let nextId = monotonicFactory(randomFraction);

/** Returns a new ID that sorts after the previous one, also within a millisecond. */
export const newOrderedId = (): string => nextId(milliseconds());
