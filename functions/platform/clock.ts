import { milliseconds } from './time-and-chance.ts';

/** Returns the current time; under `npm start` the clock is adjustable, so that a month can be closed early. */
export function now(): Date {
  const shift = process.env.STAGE === 'local' ? Number(process.env.CLOCK_SHIFT_MS ?? 0) : 0;
  return new Date(milliseconds() + shift);
}

/** Event of a schedule: the due time, ISO. */
export interface ScheduleEvent {
  time?: string;
}

/** Returns the due time of a scheduled handler, so that a retry after midnight processes its own day. */
export function scheduledTime({ time }: ScheduleEvent): Date {
  return time === undefined ? now() : new Date(time);
}

/** Returns the current second of the token clock, which the local clock does not shift. */
export const tokenTime = (): number => Math.floor(milliseconds() / 1000);
