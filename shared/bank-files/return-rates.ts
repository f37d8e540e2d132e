/** Nacha return rate limits over 60 days, of originated entries (Nacha Operating Rules 2.17.2). */
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

export function measureOf(code: string): Exclude<ReturnMeasure, 'all'> | null {
  for (const { id, codes } of returnMeasures)
    if (id !== 'all' && (codes as readonly string[]).includes(code)) return id;
  return null;
}

export type RateLevel = 'ok' | 'watch' | 'over';

/** Compares a rate with its limit; a warning starts at half the limit. The rate is 0 without entries. */
export function rateLevel(returned: number, originated: number, limit: number): RateLevel {
  if (returned === 0 || originated === 0) return 'ok';
  const rate = returned / originated;
  return rate > limit ? 'over' : rate >= limit / 2 ? 'watch' : 'ok';
}
