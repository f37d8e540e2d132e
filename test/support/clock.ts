import { afterEach } from 'vitest';

/** Sets the portal's clock to an instant; the clock goes on from there until the test is over. */
export function setClock(instant: string): void {
  process.env.STAGE = 'local';
  process.env.CLOCK_SHIFT_MS = String(Date.parse(instant) - Date.now());
}

/** Puts the clock right after each test of the file. */
export const resetClockAfterEach = (): void => {
  afterEach(() => {
    delete process.env.CLOCK_SHIFT_MS;
  });
};
