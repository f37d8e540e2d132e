import { afterEach } from 'vitest';

/** Sets the portal’s clock, which continues from the instant. */
export function setClock(instant: string): void {
  process.env.STAGE = 'local';
  process.env.CLOCK_SHIFT_MS = String(Date.parse(instant) - Date.now());
}

export const resetClockAfterEach = (): void => {
  afterEach(() => {
    delete process.env.CLOCK_SHIFT_MS;
  });
};
