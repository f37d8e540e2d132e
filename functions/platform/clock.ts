import { milliseconds } from './time-and-chance.ts';

/**
 * The portal's clock. On AWS it is the real time; under `npm start` the clock may be set, so that a month
 * can be closed without waiting for it.
 */
export function now(): Date {
  const shift = process.env.STAGE === 'local' ? Number(process.env.CLOCK_SHIFT_MS ?? 0) : 0;
  return new Date(milliseconds() + shift);
}

/** What a schedule tells its handler: the instant it was due, ISO. */
export interface ScheduleEvent {
  time?: string;
}

/** The instant a scheduled handler was due. A retry after midnight still does the work of its own day. */
export function scheduledTime({ time }: ScheduleEvent): Date {
  return time === undefined ? now() : new Date(time);
}

/** The second on the clock that tokens are made by, which the local clock does not shift. */
export const tokenTime = (): number => Math.floor(milliseconds() / 1000);
