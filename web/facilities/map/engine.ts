import type { Point } from '../../../shared/facilities/distance.ts';
import type { MapGoal, MapView } from '../../../shared/facilities/map-view.ts';
import type { Mark } from './clusters.ts';

/** The properties of both map engines, the built-in map and Google's. */
export interface EngineProps {
  /** The accessible name of the map. */
  label: string;
  marks: readonly Mark[];
  /** A new goal moves the map; the first one is its initial view. */
  goal: MapGoal;
  selected: string | undefined;
  /** The user's location, once shared. */
  here: Point | undefined;
  /** The map has stopped moving; `byUser` for moves by the user. */
  onView: (view: MapView, byUser: boolean) => void;
  onMark: (mark: Mark) => void;
}

/** Returns the accessible name of a mark. */
export function markName(mark: Mark): string {
  if (mark.kind === 'cluster') return `${mark.clubs.toLocaleString('en-US')} clubs, zoom in`;
  const [first] = mark.clubs;
  return mark.clubs.length > 1 ? `${mark.clubs.length} clubs at one place` : (first?.name ?? '');
}

/** Returns the size of a mark and its anchor in pixels: the center of a cluster, the tip of a pin. */
export function markBox(mark: Mark): { size: [number, number]; anchor: [number, number] } {
  if (mark.kind === 'place') return { size: [36, 48], anchor: [18, 48] };
  // small ones keep the minimum target size
  const side = Math.max(24, mark.size);
  return { size: [side, side], anchor: [side / 2, side / 2] };
}

export const isSelected = (mark: Mark, selected: string | undefined): boolean =>
  mark.kind === 'place' && mark.clubs.some(({ id }) => id === selected);
