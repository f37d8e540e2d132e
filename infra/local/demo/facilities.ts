import { importFacilities } from '../../../functions/facilities/facility-rows.ts';
import { loadFacilities } from '../../../functions/facilities/store.ts';
import { now } from '../../../functions/platform/clock.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import { routingCheckDigit } from '../../../shared/bank-accounts/routing-number.ts';
import type { Facility } from '../../../shared/facilities/facility.ts';
import { bulkLoad, planCell, planChanges, plansOfFacility } from './bulk.ts';
import { runOnce, withoutQueue } from './past-work.ts';

/**
 * Sixty real locations: ZIP code, city, state, and a point on land inside the ZIP code's area (US Census Bureau, 2020
 * ZIP code tabulation areas; public domain).
 */
export const facilityPlaces: readonly (readonly [
  zip: string,
  city: string,
  state: string,
  latitude: number,
  longitude: number,
])[] = [
  ['55401', 'Minneapolis', 'MN', 44.9854, -93.2702],
  ['55408', 'Minneapolis', 'MN', 44.9438, -93.2939],
  ['55414', 'Minneapolis', 'MN', 44.9784, -93.2224],
  ['55104', 'Saint Paul', 'MN', 44.9539, -93.1644],
  ['55113', 'Saint Paul', 'MN', 45.0122, -93.1512],
  ['55416', 'Minneapolis', 'MN', 44.9494, -93.341],
  ['55343', 'Hopkins', 'MN', 44.9144, -93.4163],
  ['55125', 'Saint Paul', 'MN', 44.918, -92.9383],
  ['55901', 'Rochester', 'MN', 44.0777, -92.4971],
  ['56301', 'Saint Cloud', 'MN', 45.4871, -94.2428],
  ['55802', 'Duluth', 'MN', 46.7642, -92.0824],
  ['56001', 'Mankato', 'MN', 44.1282, -93.979],
  ['58102', 'Fargo', 'ND', 46.9272, -96.8348],
  ['57104', 'Sioux Falls', 'SD', 43.603, -96.7043],
  ['54601', 'La Crosse', 'WI', 43.8062, -91.1406],
  ['53703', 'Madison', 'WI', 43.0796, -89.3784],
  ['53202', 'Milwaukee', 'WI', 43.0497, -87.8924],
  ['60607', 'Chicago', 'IL', 41.8748, -87.6545],
  ['60657', 'Chicago', 'IL', 41.9394, -87.6507],
  ['61602', 'Peoria', 'IL', 40.6792, -89.6056],
  ['50309', 'Des Moines', 'IA', 41.5842, -93.622],
  ['68102', 'Omaha', 'NE', 41.2615, -95.9326],
  ['64111', 'Kansas City', 'MO', 39.0571, -94.5939],
  ['63103', 'Saint Louis', 'MO', 38.6298, -90.2171],
  ['46204', 'Indianapolis', 'IN', 39.7706, -86.1571],
  ['48104', 'Ann Arbor', 'MI', 42.2622, -83.7169],
  ['44113', 'Cleveland', 'OH', 41.4832, -81.6972],
  ['45202', 'Cincinnati', 'OH', 39.1067, -84.5042],
  ['37203', 'Nashville', 'TN', 36.1498, -86.7891],
  ['30309', 'Atlanta', 'GA', 33.7999, -84.3858],
  ['28202', 'Charlotte', 'NC', 35.2273, -80.8442],
  ['23220', 'Richmond', 'VA', 37.5493, -77.4606],
  ['20009', 'Washington', 'DC', 38.9191, -77.0374],
  ['21231', 'Baltimore', 'MD', 39.2885, -76.592],
  ['19107', 'Philadelphia', 'PA', 39.9518, -75.1587],
  ['15222', 'Pittsburgh', 'PA', 40.4496, -79.9907],
  ['10011', 'New York', 'NY', 40.7418, -74.0005],
  ['11215', 'Brooklyn', 'NY', 40.6627, -73.9867],
  ['06510', 'New Haven', 'CT', 41.3062, -72.9266],
  ['02139', 'Cambridge', 'MA', 42.3624, -71.1023],
  ['04101', 'Portland', 'ME', 43.6626, -70.2579],
  ['33130', 'Miami', 'FL', 25.7685, -80.2034],
  ['33602', 'Tampa', 'FL', 27.9537, -82.4563],
  ['70115', 'New Orleans', 'LA', 29.9239, -90.1025],
  ['77006', 'Houston', 'TX', 29.7409, -95.3913],
  ['78704', 'Austin', 'TX', 30.243, -97.7651],
  ['75204', 'Dallas', 'TX', 32.8022, -96.7889],
  ['80202', 'Denver', 'CO', 39.7515, -104.9977],
  ['80302', 'Boulder', 'CO', 40.0251, -105.3487],
  ['87102', 'Albuquerque', 'NM', 35.0824, -106.6468],
  ['85004', 'Phoenix', 'AZ', 33.4516, -112.0699],
  ['84101', 'Salt Lake City', 'UT', 40.7563, -111.9],
  ['89101', 'Las Vegas', 'NV', 36.1728, -115.1223],
  ['92101', 'San Diego', 'CA', 32.7178, -117.1721],
  ['90026', 'Los Angeles', 'CA', 34.079, -118.2638],
  ['94110', 'San Francisco', 'CA', 37.75, -122.4152],
  ['97209', 'Portland', 'OR', 45.5311, -122.684],
  ['98103', 'Seattle', 'WA', 47.6831, -122.3379],
  ['99501', 'Anchorage', 'AK', 61.22, -149.8578],
  ['96814', 'Honolulu', 'HI', 21.2912, -157.844],
];

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
