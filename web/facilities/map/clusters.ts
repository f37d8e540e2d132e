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
  | { kind: 'cluster'; key: string; point: Point; facilities: number; size: number; zoom: number }
  | { kind: 'place'; key: string; point: Point; facilities: readonly MapFacility[] };

export interface FacilityIndex {
  facilities: readonly MapFacility[];
  settings: ClusterSettings;
  standard: Index;
  crowded: () => Index;
}
type Index = Supercluster<{ row: number }>;

const indexOf = (facilities: readonly MapFacility[], radius: number, maxZoom: number): Index =>
  new Supercluster<{ row: number }>({ radius, maxZoom }).load(
    facilities.map(({ latitude, longitude }, row) => ({
      type: 'Feature',
      properties: { row },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  );

/** Twenty thousand clubs take about ten milliseconds; the second index is built on first use. */
export function indexFacilities(
  facilities: readonly MapFacility[],
  settings: ClusterSettings,
): FacilityIndex {
  let closer: Index | undefined;
  return {
    facilities,
    settings,
    standard: indexOf(facilities, settings.radius, settings.maxZoom),
    crowded: () => (closer ??= indexOf(facilities, crowd.radius, crowd.maxZoom)),
  };
}

export function marksIn(index: FacilityIndex, { bounds, zoom }: MapView): Mark[] {
  const { west, south, north } = bounds;
  const east = bounds.east < west ? bounds.east + 360 : bounds.east;
  const level = Math.floor(zoom);
  const clusters = (from: Index) => from.getClusters([west, south, east, north], level);
  const standard = clusters(index.standard);
  const singles = standard.reduce((sum, { properties }) => sum + ('cluster' in properties ? 0 : 1), 0);
  const [from, features] =
    singles > crowd.most ? [index.crowded(), clusters(index.crowded())] : [index.standard, standard];
  const places = new Map<string, MapFacility[]>();
  const marks: Mark[] = [];
  for (const { properties, geometry } of features) {
    const [longitude = 0, latitude = 0] = geometry.coordinates;
    if ('cluster' in properties) {
      const { cluster_id: id, point_count: facilities } = properties;
      marks.push({
        kind: 'cluster',
        key: `${from === index.standard ? 'cluster' : 'close'}-${id}`,
        point: { latitude, longitude },
        facilities,
        size: clusterSize(facilities, index.settings.baseSize),
        zoom: Math.min(from.getClusterExpansionZoom(id), zoomLimits.most),
      });
      continue;
    }
    const facility = index.facilities[properties.row];
    if (!facility) continue;
    const key = `${latitude} ${longitude}`;
    const there = places.get(key);
    if (there) there.push(facility);
    else places.set(key, [facility]);
  }
  for (const facilities of places.values()) {
    const [first] = facilities;
    if (first)
      marks.push({
        kind: 'place',
        key: facilities.map(({ id }) => id).join(' '),
        point: { latitude: first.latitude, longitude: first.longitude },
        facilities,
      });
  }
  return marks;
}
