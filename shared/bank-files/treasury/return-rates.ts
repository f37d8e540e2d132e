/**
 * What Nacha watches a company's returns by, over 60 days (Nacha Operating Rules 2.17.2): not authorized at most 0.5%,
 * administrative (an account that is closed, not there or invalid) 3%, all 15% of the entries that were originated.
 */
export const returnMeasures = [
  {
    id: 'unauthorized',
    name: 'Not authorized',
    limit: 0.005,
    codes: ['R05', 'R07', 'R10', 'R11', 'R29', 'R51'],
  },
  { id: 'administrative', name: 'Administrative', limit: 0.03, codes: ['R02', 'R03', 'R04'] },
  { id: 'all', name: 'All', limit: 0.15, codes: null },
] as const;
export type ReturnMeasure = (typeof returnMeasures)[number]['id'];

export const ratesOverDays = 60;

/** What a return counts towards, beside all: null where it is neither. */
export function measureOf(code: string): Exclude<ReturnMeasure, 'all'> | null {
  for (const { id, codes } of returnMeasures)
    if (id !== 'all' && (codes as readonly string[]).includes(code)) return id;
  return null;
}

export type RateLevel = 'ok' | 'watch' | 'over';

/** How near a rate is to its limit: watched from half of it on. Without entries nothing can come back. */
export function rateLevel(returned: number, originated: number, limit: number): RateLevel {
  if (returned === 0 || originated === 0) return 'ok';
  const rate = returned / originated;
  return rate > limit ? 'over' : rate >= limit / 2 ? 'watch' : 'ok';
}
