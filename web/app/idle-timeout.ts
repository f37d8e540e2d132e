import { useEffect } from 'react';
import { milliseconds, startTimer, stopTimer, type Timer } from '../platform/time-and-chance.ts';
import type { Me } from './session-state.ts';

const minute = 60_000;

/** Uses are recorded six times per timeout, at most once an hour. */
const recordedEveryMs = (idleMinutes: number): number => Math.min((idleMinutes * minute) / 6, 60 * minute);

/** Longer timeouts end on the server only: browsers limit timers to 24 days. */
const maxTimerMs = 24 * 60 * minute;

/**
 * Records the user's input on the server, which ends idle sessions. Calls `checkSession` after the timeout without input
 * here; the session continues if another tab was used.
 */
export function useIdleTimeout(me: Me | undefined, checkSession: () => void): void {
  useEffect(() => {
    if (!me) return undefined;
    const timeoutMs = me.idleMinutes * minute;
    let timer: Timer | undefined;
    let recordedAt = Number.NEGATIVE_INFINITY;
    const restart = () => {
      stopTimer(timer);
      // a second later, so that the server agrees
      timer = timeoutMs > maxTimerMs ? undefined : startTimer(checkSession, timeoutMs + 1000);
    };
    const onInput = () => {
      restart();
      if (milliseconds() - recordedAt < recordedEveryMs(me.idleMinutes)) return;
      recordedAt = milliseconds();
      // a failure is reported by the next request
      import('./session-requests.ts').then(({ recordUse }) => recordUse()).catch(() => undefined);
    };
    restart();
    const events = ['pointerdown', 'keydown'] as const;
    for (const name of events) globalThis.addEventListener(name, onInput, { passive: true });
    return () => {
      stopTimer(timer);
      for (const name of events) globalThis.removeEventListener(name, onInput);
    };
  }, [me, checkSession]);
}
