import { useEffect, useState } from 'react';
import type { PlaceHit, PlaceSource } from './place-source.ts';

/** Milliseconds without a key before places are asked for. */
const wait = 250;

interface Found {
  typed: string;
  hits: readonly PlaceHit[];
}

const nothing: Found = { typed: '', hits: [] };

/** The places for a typed text, and whether they belong to it already. A search that fails finds none. */
export function usePlaces(typed: string, source: PlaceSource): { hits: readonly PlaceHit[]; done: boolean } {
  const [found, setFound] = useState(nothing);
  useEffect(() => {
    if (typed === '') return undefined;
    let outdated = false;
    const find = async () => {
      const hits = await source(typed).catch((): PlaceHit[] => []);
      if (!outdated) setFound({ typed, hits });
    };
    const timer = setTimeout(() => void find(), wait);
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [typed, source]);
  if (typed === '') return { hits: [], done: true };
  return { hits: found.hits, done: found.typed === typed };
}
