import { importFacilities } from '../../../functions/facilities/begin-import.ts';
import { loadFacilities } from '../../../functions/facilities/store.ts';
import { runJobSteps } from '../../../functions/jobs/job-runner.ts';
import { loadJob } from '../../../functions/jobs/store.ts';
import { now } from '../../../functions/platform/clock.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import { routingCheckDigit } from '../../../shared/bank-accounts/routing-number.ts';
import type { Facility } from '../../../shared/facilities/facility.ts';
import { clubPlaces } from './facility-locations.ts';
import { bulkLoad } from './bulk.ts';
import { withoutQueue } from './past-work.ts';
import { planCell, planChanges, plansOfClub } from './plans.ts';

/** Members can move between clubs of the Alder Fitness chain; the other clubs belong to no chain. All are invented. */
const brands = [
  {
    name: 'Alder Fitness',
    type: 0,
    chain: true,
    about: 'Open day and night, with weights, cardio and coaching.',
  },
  {
    name: 'Kestrel Strength Club',
    type: 0,
    chain: false,
    about: 'Barbells, sleds and small-group training.',
  },
  { name: 'Alder Fitness', type: 0, chain: true, about: 'Open day and night, with a pool and a sauna.' },
  {
    name: 'Quiet Harbor Yoga',
    type: 1,
    chain: false,
    about: 'Yoga, barre and breathing classes, seven days a week.',
  },
  { name: 'Alder Fitness', type: 0, chain: true, about: 'Open day and night, with studios for every class.' },
  {
    name: 'Redwing Coaching',
    type: 2,
    chain: false,
    about: 'Personal training at home, outdoors or at the studio.',
  },
] as const;

const streets = [
  'Juniper Avenue',
  'Mill Street',
  'Lantern Road',
  'Orchard Street',
  'Canal Street',
  'Foundry Lane',
  'Birch Street',
  'Market Street',
  'Granite Avenue',
  'Sycamore Street',
];

/** One area code per state; 555-0100 to 555-0199 are reserved for fiction. */
const areaCodes: Record<string, string> = {
  AK: '907',
  AZ: '602',
  CA: '213',
  CO: '303',
  CT: '203',
  DC: '202',
  FL: '305',
  GA: '404',
  HI: '808',
  IA: '515',
  IL: '312',
  IN: '317',
  LA: '504',
  MA: '617',
  MD: '410',
  ME: '207',
  MI: '734',
  MN: '612',
  MO: '816',
  NC: '704',
  ND: '701',
  NE: '402',
  NM: '505',
  NV: '702',
  NY: '212',
  OH: '216',
  OR: '503',
  PA: '215',
  SD: '605',
  TN: '615',
  TX: '713',
  UT: '801',
  VA: '804',
  WA: '206',
  WI: '608',
};

const quarters = ['Central', 'Riverside', 'North', 'Old Town', 'Station'];

/** Sixty clubs at real locations, identical for each load. Names, streets, phone numbers, and accounts are invented. */
export const demoClubs: readonly Facility[] = clubPlaces.map(
  ([zipCode, city, state, latitude, longitude], index) => {
    const brand = brands[index % brands.length] ?? brands[0];
    const before = clubPlaces.slice(0, index).filter(([, other]) => other === city).length;
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
      ...plansOfClub(index),
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

/** Returns the clubs as a file for the import. */
function clubFile(): string {
  // clubs that close have a closing date
  const closingDay = addDays(dateInChicago(now()), 90);
  const lines = demoClubs.map((club, index) => {
    const { routingNumber, accountNumber, bankAccountType } = demoAccount(index + 1);
    return [
      club.facilityNumber,
      club.name,
      club.facilityLocationType,
      club.address1,
      club.city,
      club.state,
      club.zipCode,
      club.afNumber,
      club.enrollmentStatus,
      club.enrollmentStatus === closing ? closingDay : '',
      club.contactNumber,
      club.website,
      club.description,
      planCell(club),
      club.latitude,
      club.longitude,
      routingNumber,
      accountNumber,
      bankAccountType === 1 ? 'Savings' : 'Checking',
    ];
  });
  const titles =
    'Facility ID,Name,Type,Address,City,State,ZIP,AF Number,Status,Until,Phone,Website,Description,Plans,Latitude,Longitude,Routing Number,Account Number,Account Type';
  return [titles, ...lines.map((cells) => cells.map(cell).join(','))].join('\n');
}

const importId = 'demo-clubs';

/** Imports the clubs with their deposit accounts by the portal's own import, unless they exist. */
export async function loadDemoClubs(userId = 'demo'): Promise<void> {
  if ((await loadFacilities(demoClubs.map(({ id }) => id))).length === demoClubs.length) return;
  await bulkLoad(planChanges());
  const file = { name: 'clubs.csv', type: 'text/csv', bytes: Buffer.from(clubFile()) };
  // an interrupted load resumes its import
  if (!(await loadJob(importId)))
    await withoutQueue(async () => void (await importFacilities(file, { id: importId, userId, now: now() })));
  await runJobSteps(importId, () => Infinity);
}
