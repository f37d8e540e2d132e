import { useEffect, useState } from 'react';
import type { PlaceHit, PlaceSource } from './place-source.ts';
import { startTimer, stopTimer } from '../app/time-and-chance.ts';

/** Milliseconds without a key before places are asked for. */
const wait = 400;

interface Found {
  typed: string;
  hits: readonly PlaceHit[];
}

const nothing: Found = { typed: '', hits: [] };

/**
 * The places of the last text that was answered, and whether that is what is typed now. A search that fails finds none.
 */
export function usePlaces(typed: string, source: PlaceSource): Found & { done: boolean } {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    if (typed === '') return undefined;
    let outdated = false;
    const find = async () => {
      const hits = await source(typed).catch((): PlaceHit[] => []);
      if (!outdated) setFound({ typed, hits });
    };
    const timer = startTimer(() => void find(), wait);
    return () => {
      outdated = true;
      stopTimer(timer);
    };
  }, [typed, source]);
  if (typed === '') return { ...nothing, done: true };
  return { ...found, done: found.typed === typed };
}
