import { useEffect, useState } from 'react';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';

/** Milliseconds without a key before a search runs (spec 3 §9). */
const waitMs = 400;

/** Returns the text after the user stopped typing; an empty text immediately. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = startTimer(() => setRested(text), text === '' ? 0 : waitMs);
    return () => stopTimer(timer);
  }, [text]);
  return rested;
}
