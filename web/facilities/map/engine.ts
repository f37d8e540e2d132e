import type { Point } from '../../../shared/facilities/distance.ts';
import type { MapGoal, MapView } from '../../../shared/facilities/map-view.ts';
import type { Mark } from './clusters.ts';

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
