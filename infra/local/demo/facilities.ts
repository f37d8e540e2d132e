import { importFacilities } from '../../../functions/facilities/facility-rows.ts';
import { loadFacilities } from '../../../functions/facilities/store.ts';
import { now } from '../../../functions/platform/clock.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import { routingCheckDigit } from '../../../shared/bank-accounts/routing-number.ts';
import type { Facility } from '../../../shared/facilities/facility.ts';
import { facilityPlaces } from './facility-locations.ts';
import { bulkLoad, planCell, planChanges, plansOfFacility } from './bulk.ts';
import { runOnce, withoutQueue } from './past-work.ts';

/** Members can move between clubs of the Alder Fitness chain; the other clubs belong to no chain. All are invented. */
const chain = 'Alder Fitness';
const brands = (
  [
    [chain, 0, 'Open day and night, with weights, cardio and coaching.'],
    ['Kestrel Strength Club', 0, 'Barbells, sleds and small-group training.'],
    [chain, 0, 'Open day and night, with a pool and a sauna.'],
    ['Quiet Harbor Yoga', 1, 'Yoga, barre and breathing classes, seven days a week.'],
    [chain, 0, 'Open day and night, with studios for every class.'],
    ['Redwing Coaching', 2, 'Personal training at home, outdoors or at the studio.'],
  ] as const
).map(([name, type, about]) => ({ name, type, about, chain: name === chain }));

const streets =
  'Juniper Avenue, Mill Street, Lantern Road, Orchard Street, Canal Street, Foundry Lane, Birch Street, Market Street, Granite Avenue, Sycamore Street'.split(
    ', ',
  );

/** One area code per state; 555-0100 to 555-0199 are reserved for fiction. */
const areaCodes: Record<string, string> = Object.fromEntries(
  `
    AK907 AZ602 CA213 CO303 CT203 DC202 FL305 GA404 HI808 IA515 IL312 IN317 LA504 MA617 MD410 ME207
    MI734 MN612 MO816 NC704 ND701 NE402 NM505 NV702 NY212 OH216 OR503 PA215 SD605 TN615 TX713 UT801
    VA804 WA206 WI608
  `
    .trim()
    .split(/\s+/)
    .map((text) => [text.slice(0, 2), text.slice(2)]),
);

const quarters = ['Central', 'Riverside', 'North', 'Old Town', 'Station'];

/** Sixty clubs at real locations, identical for each load. Names, streets, phone numbers, and accounts are invented. */
export const demoFacilities: readonly Facility[] = facilityPlaces.map(
  ([zipCode, city, state, latitude, longitude], index) => {
    const brand = brands[index % brands.length] as (typeof brands)[number];
    const before = facilityPlaces.slice(0, index).filter(([, other]) => other === city).length;
    const number = String(3101 + index * 7);
    return {
      id: number,
      facilityNumber: number,
      name: `${brand.name} ${city}${before > 0 ? ` ${quarters[before] ?? before + 1}` : ''}`,
      description: brand.about,
      facilityLocationType: brand.type,
      // some clubs accept no new members, to demonstrate the rules
      enrollmentStatus: index === 37 ? 2 : index === 52 ? 3 : 1,
      address1: `${100 + ((index * 137) % 860)} ${streets[index % streets.length] ?? ''}`,
      city,
      state,
      zipCode,
      contactNumber: `+1${areaCodes[state] ?? '612'}5550${String(100 + index)}`,
      website: `https://${brand.name.toLowerCase().replaceAll(' ', '-')}.example/${city.toLowerCase().replaceAll(' ', '-')}`,
      latitude,
      longitude,
      isAf: brand.chain,
      afNumber: brand.chain ? `AF${number}` : '',
      isPpv: index % 12 === 2,
      ...plansOfFacility(index),
      // the format of the import: its job ID and the line of the file
      payeeToken: `demo-clubs-${index + 2}`,
      version: 0,
    };
  },
);

/** Returns an invented account with a valid routing number. */
export function demoAccount(seed: number): {
  routingNumber: string;
  accountNumber: string;
  bankAccountType: 0 | 1;
} {
  const eight = `0910${String(1000 + ((seed * 37) % 9000))}`;
  return {
    routingNumber: `${eight}${routingCheckDigit(eight)}`,
    accountNumber: String(40_000_000 + seed * 7919),
    bankAccountType: seed % 3 === 0 ? 1 : 0,
  };
}

const cell = (value: string | number): string => `"${String(value).replaceAll('"', '""')}"`;

const closing = 3;
const savings = 1;

const columns = [
  'facilityNumber',
  'name',
  'facilityLocationType',
  'address1',
  'city',
  'state',
  'zipCode',
  'afNumber',
  'enrollmentStatus',
  'until',
  'contactNumber',
  'website',
  'description',
  'plans',
  'payPerVisit',
  'latitude',
  'longitude',
] as const;

/** Returns the clubs as a file for the import. */
function facilityFile(): string {
  // clubs that close have a closing date
  const closingDay = addDays(dateInChicago(now()), 90);
  const lines = demoFacilities.map((facility, index) => {
    const { routingNumber, accountNumber, bankAccountType } = demoAccount(index + 1);
    const until = facility.enrollmentStatus === closing ? closingDay : '';
    const accountType = bankAccountType === savings ? 'Savings' : 'Checking';
    const account = [routingNumber, accountNumber, accountType];
    const payPerVisit = facility.isPpv ? 'Yes' : 'No';
    const values = { ...facility, until, payPerVisit, plans: planCell(facility) };
    return [...columns.map((column) => values[column]), ...account];
  });
  const titles =
    'Facility ID,Name,Type,Address,City,State,ZIP,AF Number,Status,Until,Phone,Website,Description,Plans,Pay Per Visit,Latitude,Longitude,Routing Number,Account Number,Account Type';
  return [titles, ...lines.map((cells) => cells.map(cell).join(','))].join('\n');
}

const importId = 'demo-clubs';

/** Imports the clubs with their deposit accounts by the portal's own import, unless they exist. */
export async function loadDemoFacilities(userId = 'demo'): Promise<void> {
  if ((await loadFacilities(demoFacilities.map(({ id }) => id))).length === demoFacilities.length) return;
  await bulkLoad(planChanges());
  const file = { name: 'clubs.csv', type: 'text/csv', bytes: Buffer.from(facilityFile()) };
  await withoutQueue(() =>
    runOnce(importId, () => importFacilities(file, { id: importId, userId, now: now() })),
  );
}
