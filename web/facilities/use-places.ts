import { useEffect, useState } from 'react';
import type { PlaceHit, PlaceSource } from './map/place-source.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';

/** Milliseconds without input before locations are requested. */
const wait = 400;

interface Found {
  typed: string;
  hits: readonly PlaceHit[];
}

const nothing: Found = { typed: '', hits: [] };

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
