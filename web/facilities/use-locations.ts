import { useEffect, useState } from 'react';
import type { LocationHit, LocationSource } from './map/location-source.ts';
import { startTimer, stopTimer } from '../platform/time-and-chance.ts';

/** Milliseconds without input before locations are requested. */
const wait = 400;

interface SearchHits {
  typed: string;
  hits: readonly LocationHit[];
}

const nothing: SearchHits = { typed: '', hits: [] };

export function usePlaces(typed: string, source: LocationSource): SearchHits & { done: boolean } {
  const [hits, setHits] = useState(nothing);
  useEffect(() => {
    if (typed === '') return undefined;
    let outdated = false;
    const find = async () => {
      const hits = await source(typed).catch((): LocationHit[] => []);
      if (!outdated) setHits({ typed, hits });
    };
    const timer = startTimer(() => void find(), wait);
    return () => {
      outdated = true;
      stopTimer(timer);
    };
  }, [typed, source]);
  if (typed === '') return { ...nothing, done: true };
  return { ...hits, done: hits.typed === typed };
}
