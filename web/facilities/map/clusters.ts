import type { Point } from '../../../shared/facilities/distance.ts';
import {
  type MapGoal,
  type MapView,
  type MapFacility,
  type ClusterSettings,
  clusterSize,
  crowd,
  zoomLimits,
} from '../../../shared/facilities/facility-map.ts';
import Supercluster from 'supercluster';

export interface EngineProps {
  label: string;
  marks: readonly Mark[];
  goal: MapGoal;
  selected: string | undefined;
  here: Point | undefined;
  onView: (view: MapView, byUser: boolean) => void;
  onMark: (mark: Mark) => void;
}

export function markName(mark: Mark): string {
  if (mark.kind === 'cluster') return `${mark.facilities.toLocaleString('en-US')} clubs, zoom in`;
  const [first] = mark.facilities;
  return mark.facilities.length > 1 ? `${mark.facilities.length} clubs at one place` : (first?.name ?? '');
}

export function markBox(mark: Mark): { size: [number, number]; anchor: [number, number] } {
  if (mark.kind === 'place') return { size: [36, 48], anchor: [18, 48] };
  // small ones keep the minimum target size
  const side = Math.max(24, mark.size);
  return { size: [side, side], anchor: [side / 2, side / 2] };
}

export const isSelected = (mark: Mark, selected: string | undefined): boolean =>
  mark.kind === 'place' && mark.facilities.some(({ id }) => id === selected);

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
