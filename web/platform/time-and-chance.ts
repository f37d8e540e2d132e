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

const moment = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  month: '2-digit',
  day: '2-digit',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** '2026-03-09' → '03/09/2026'; an instant also shows its time in Chicago. Other text is unchanged. */
export function showDate(date: string): string {
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (day) return `${day[2]}/${day[3]}/${day[1]}`;
  return /^\d{4}-\d{2}-\d{2}T/.test(date) ? moment.format(new Date(date)) : date;
}
