import Supercluster from 'supercluster';
import type { MapFacility } from '../../../shared/facilities/facility-map.ts';
import type { Point } from '../../../shared/facilities/distance.ts';
import {
  type ClusterSettings,
  clusterSize,
  crowd,
  type MapView,
  zoomLimits,
} from '../../../shared/facilities/map-view.ts';

export type Mark =
  | { kind: 'cluster'; key: string; point: Point; clubs: number; size: number; zoom: number }
  | { kind: 'place'; key: string; point: Point; clubs: readonly MapFacility[] };

export interface ClubIndex {
  clubs: readonly MapFacility[];
  settings: ClusterSettings;
  usual: Index;
  crowded: () => Index;
}
type Index = Supercluster<{ row: number }>;

const indexOf = (clubs: readonly MapFacility[], radius: number, maxZoom: number): Index =>
  new Supercluster<{ row: number }>({ radius, maxZoom }).load(
    clubs.map(({ latitude, longitude }, row) => ({
      type: 'Feature',
      properties: { row },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  );

/** Twenty thousand clubs take about ten milliseconds; the second index is built on first use. */
export function indexClubs(clubs: readonly MapFacility[], settings: ClusterSettings): ClubIndex {
  let closer: Index | undefined;
  return {
    clubs,
    settings,
    usual: indexOf(clubs, settings.radius, settings.maxZoom),
    crowded: () => (closer ??= indexOf(clubs, crowd.radius, crowd.maxZoom)),
  };
}

export function marksIn(index: ClubIndex, { bounds, zoom }: MapView): Mark[] {
  const { west, south, north } = bounds;
  const east = bounds.east < west ? bounds.east + 360 : bounds.east;
  const level = Math.floor(zoom);
  const found = (from: Index) => from.getClusters([west, south, east, north], level);
  const usual = found(index.usual);
  const singles = usual.reduce((sum, { properties }) => sum + ('cluster' in properties ? 0 : 1), 0);
  const [from, features] =
    singles > crowd.most ? [index.crowded(), found(index.crowded())] : [index.usual, usual];
  const places = new Map<string, MapFacility[]>();
  const marks: Mark[] = [];
  for (const { properties, geometry } of features) {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    if ('cluster' in properties) {
      const { cluster_id: id, point_count: clubs } = properties;
      marks.push({
        kind: 'cluster',
        key: `${from === index.usual ? 'cluster' : 'close'}-${id}`,
        point: { latitude, longitude },
        clubs,
        size: clusterSize(clubs, index.settings.baseSize),
        zoom: Math.min(from.getClusterExpansionZoom(id), zoomLimits.most),
      });
      continue;
    }
    const club = index.clubs[properties.row];
    if (!club) continue;
    const key = `${latitude} ${longitude}`;
    const there = places.get(key);
    if (there) there.push(club);
    else places.set(key, [club]);
  }
  for (const clubs of places.values()) {
    const [first] = clubs;
    if (first)
      marks.push({
        kind: 'place',
        key: clubs.map(({ id }) => id).join(' '),
        point: { latitude: first.latitude, longitude: first.longitude },
        clubs,
      });
  }
  return marks;
}
