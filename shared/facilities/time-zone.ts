import type { Facility } from './facility.ts';

const zones = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
} as const;
type Zone = keyof typeof zones;

// https://www.transportation.gov/regulations/time-act: states in one zone, or by far in one
const statesOf: Record<Exclude<Zone, 'central'>, string> = {
  eastern: 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  mountain: 'CO ID MT NM UT WY',
  pacific: 'CA NV OR WA',
};
const otherZones: Record<string, string> = {
  AZ: 'America/Phoenix',
  AK: 'America/Anchorage',
  HI: 'Pacific/Honolulu',
  PR: 'America/Puerto_Rico',
  VI: 'America/Puerto_Rico',
  GU: 'Pacific/Guam',
};
// ZIP code areas in another zone than most of their state
const zipAreasOf: Record<Zone, string> = {
  eastern: '373 374 376 377 378 379',
  central: '324 325 420 421 422 423 424 463 464 476 477',
  mountain: '577 586 691 693 799 885 979',
  pacific: '835 838',
};

const zoneIn = (table: Partial<Record<Zone, string>>, text: string): string | undefined => {
  const [zone] = (Object.keys(table) as Zone[]).filter((name) => table[name]?.split(' ').includes(text));
  return zone && zones[zone];
};

/** Returns the IANA time zone of a facility by its ZIP code and state; Chicago's if they are unknown. */
export const timeZoneOf = ({ state, zipCode }: Pick<Facility, 'state' | 'zipCode'>): string =>
  zoneIn(zipAreasOf, zipCode.slice(0, 3)) ??
  otherZones[state.toUpperCase()] ??
  zoneIn(statesOf, state.toUpperCase()) ??
  zones.central;
