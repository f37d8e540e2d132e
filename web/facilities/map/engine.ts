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
  /** The map stands still again; `byUser` when somebody moved it there. */
  onView: (view: MapView, byUser: boolean) => void;
  onMark: (mark: Mark) => void;
}

/** What a mark is called. */
export function markName(mark: Mark): string {
  if (mark.kind === 'cluster') return `${mark.clubs.toLocaleString('en-US')} clubs, zoom in`;
  const [first] = mark.clubs;
  return mark.clubs.length > 1 ? `${mark.clubs.length} clubs at one place` : (first?.name ?? '');
}

export const isSelected = (mark: Mark, selected: string | undefined): boolean =>
  mark.kind === 'place' && mark.clubs.some(({ id }) => id === selected);
