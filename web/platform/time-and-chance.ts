export interface TimeAndChance {
  /** Unix time in milliseconds. */
  milliseconds: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  startTimer: (run: () => void, afterMs: number) => Timer;
  stopTimer: (timer: Timer | undefined) => void;
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

export function playTimeAndChance(overrides: Partial<TimeAndChance>): () => void {
  const before = source;
  source = { ...source, ...overrides };
  return () => void (source = before);
}

export const milliseconds = (): number => source.milliseconds();
export const now = (): Date => new Date(source.milliseconds());
export const elapsed = (): number => source.elapsed();
export const startTimer = (run: () => void, afterMs = 0): Timer => source.startTimer(run, afterMs);
export const stopTimer = (timer: Timer | undefined): void => source.stopTimer(timer);
export const wait = (forMs: number): Promise<void> => new Promise((resolve) => startTimer(resolve, forMs));
export const newId = (): string => source.newId();
