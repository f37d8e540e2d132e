import { gazetteer } from '../../functions/facilities/gazetteer.ts';
import {
  columnsOf,
  type KeptMapFacility,
  type MapFacility,
  mapFacilityColumns,
  mapOrder,
} from '../../shared/facilities/facility-map.ts';
import { clubsInView, clubToMoveTo } from '../../shared/facilities/locator-list.ts';
import { clusterSettings, type MapView, viewAround, wholeCountry } from '../../shared/facilities/map-view.ts';
import { placesLike } from '../../shared/facilities/places.ts';
import { clubsOfPlans, plansFor } from '../../shared/facilities/plans.ts';
import { toWire } from '../../shared/wire-names.ts';
import * as z from 'zod';
import { gzipSync } from 'node:zlib';
import { indexClubs, marksIn } from '../../web/facilities/map/clusters.ts';
import { someClubs } from '../facilities/some-clubs.ts';
import { print, processorMsOf, type Line } from './measure.ts';

const under = (what: string, milliseconds: number, bound: number): Line => ({
  what,
  value: `${milliseconds.toFixed(2)} ms`,
  bound: `under ${bound} ms`,
  holds: milliseconds < bound,
});

/** Views from the country to a street, around the places where the clubs are closest. */
const views: MapView[] = [
  { ...viewAround(wholeCountry), bounds: { west: -140, south: 10, east: -55, north: 62 } },
  ...[5, 6, 7, 8, 10, 12, 14].map((zoom) => viewAround({ latitude: 44.97, longitude: -93.26, zoom })),
];

/** The plans of a filter, and clubs that take part in some of them, as an import leaves them. */
const records = [1, 2, 3, 4].map((id) => ({
  id,
  name: `Plan ${id}`,
  partnerIds: null,
  programs: id < 3 ? [1, 2, 3].map((place) => ({ id: id * 10 + place, name: `Program ${place}` })) : [],
  version: 1,
}));
const withPlans = (clubs: readonly MapFacility[]): KeptMapFacility[] =>
  clubs.map((club, place) => ({
    ...club,
    takesMembers: place % 3 !== 0,
    planIds: records.map(({ id }) => id).filter((id) => place % (id + 1) === 0),
    programIds: place % 2 === 0 ? [11 + (place % 3)] : [],
  }));

/** A whole plan, two programs of another, and group memberships: the longest way through the filter. */
const filter = { hasGroupMemberships: true, planIds: [4], programIds: [11, 22] };

/**
 * What the club locator does with twenty thousand clubs, in processor time: once when they come, when one filters, at each
 * frame, and while one types.
 */
export async function benchLocator(): Promise<Line[]> {
  const clubs = someClubs(20_000);
  const { member } = clusterSettings;
  const index = indexClubs(clubs, member);
  const frames: { view: MapView; time: number }[] = [];
  // one after the other: turns that are taken would be counted to each other
  for (const view of views) frames.push({ view, time: await processorMsOf(41, () => marksIn(index, view)) });
  const worst = frames.toSorted((one, other) => other.time - one.time)[0] ?? { time: 0, view: views[0] };
  const kept = withPlans(clubs);
  const known = plansFor(records, []);
  const filtered = await processorMsOf(41, () => clubsOfPlans(kept, filter, known));
  const list = await processorMsOf(21, () => {
    const view = viewAround({ latitude: 44.97, longitude: -93.26, zoom: 7 });
    clubsInView(clubs, view, member);
    clubToMoveTo(clubs, view, member);
  });
  const typed = ['s', 'sa', 'st. pa', 'minneapolis, m', '5', '55', '55802', 'zzz'];
  const suggest = await processorMsOf(41, () => {
    for (const text of typed) placesLike(gazetteer(), text);
  });
  const results = [
    under(
      `the filter by plan, which leaves ${clubsOfPlans(kept, filter, known).length.toLocaleString('en-US')}, and those clusters`,
      filtered + worst.time,
      5,
    ),
    under(`the clusters of a frame, slowest at zoom ${worst.view?.zoom}`, worst.time, 5),
    under(
      'both indexes of a cluster map',
      await processorMsOf(9, () => indexClubs(clubs, member).crowded()),
      200,
    ),
    under('the list of a view, by distance', list, 5),
    under('suggestions for a text, of eight texts', suggest / typed.length, 1),
  ];
  const columns = z.encode(mapFacilityColumns, columnsOf(clubs.toSorted(mapOrder)));
  const sent = JSON.stringify(toWire(mapFacilityColumns, columns));
  print('The club locator, 20,000 clubs', [
    ...results,
    {
      what: 'what a browser is sent of them, and compressed',
      value: `${Math.round(sent.length / 1024)} / ${Math.round(gzipSync(sent).length / 1024)} KB`,
    },
  ]);
  return results;
}
