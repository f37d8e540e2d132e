/** Where the pages take time and chance from, so that a test can play both. */
export interface TimeAndChance {
  /** Milliseconds since 1970. */
  milliseconds: () => number;
  /** Milliseconds of a clock that nobody sets. */
  elapsed: () => number;
  startTimer: (run: () => void, afterMs: number) => Timer;
  stopTimer: (timer: Timer | undefined) => void;
  /** An id that nobody else makes. */
  newId: () => string;
}

export type Timer = ReturnType<typeof setTimeout>;

let source: TimeAndChance = {
  milliseconds: () => Date.now(),
  elapsed: () => performance.now(),
  startTimer: (run, afterMs) => setTimeout(run, afterMs),
  stopTimer: (timer) => clearTimeout(timer),
  newId: () => crypto.randomUUID(),
};

/** Plays parts of time and chance from now on. Returns what puts the replaced parts back. For tests. */
export function playTimeAndChance(played: Partial<TimeAndChance>): () => void {
  const before = source;
  source = { ...source, ...played };
  return () => void (source = before);
}

export const milliseconds = (): number => source.milliseconds();
export const now = (): Date => new Date(source.milliseconds());
export const elapsed = (): number => source.elapsed();
export const startTimer = (run: () => void, afterMs = 0): Timer => source.startTimer(run, afterMs);
export const stopTimer = (timer: Timer | undefined): void => source.stopTimer(timer);
export const wait = (forMs: number): Promise<void> => new Promise((wake) => startTimer(wake, forMs));
export const newId = (): string => source.newId();
