import type { Point } from '../../../shared/facilities/distance.ts';
import type { MapGoal, MapView } from '../../../shared/facilities/map-view.ts';
import type { Mark } from './clusters.ts';

/** What an engine is told and tells; the built-in map and Google's take the same. */
export interface EngineProps {
  /** Says what the map shows, for who does not see it. */
  label: string;
  marks: readonly Mark[];
  /** A new goal moves the map; the first one is where it opens. */
  goal: MapGoal;
  /** The id of the club that is selected. */
  selected: string | undefined;
  /** Where the person is, once they said so. */
  here: Point | undefined;
  /** The map has stopped moving; `byUser` when somebody moved it there. */
  onView: (view: MapView, byUser: boolean) => void;
  onMark: (mark: Mark) => void;
}

/** What a mark is called. */
export function markName(mark: Mark): string {
  if (mark.kind === 'cluster') return `${mark.clubs.toLocaleString('en-US')} clubs, zoom in`;
  const [first] = mark.clubs;
  return mark.clubs.length > 1 ? `${mark.clubs.length} clubs at one place` : (first?.name ?? '');
}

/** Sides of a mark's box and where in it the club is, in pixels: at the middle of a cluster, at the tip of a pin. */
export function markBox(mark: Mark): { size: [number, number]; anchor: [number, number] } {
  if (mark.kind === 'place') return { size: [36, 48], anchor: [18, 48] };
  // small ones are still large enough for a finger
  const side = Math.max(24, mark.size);
  return { size: [side, side], anchor: [side / 2, side / 2] };
}

export const isSelected = (mark: Mark, selected: string | undefined): boolean =>
  mark.kind === 'place' && mark.clubs.some(({ id }) => id === selected);
