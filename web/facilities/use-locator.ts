import { useMemo, useState } from 'react';
import type { MapFacility } from '../../shared/facilities/facility-map.ts';
import { clubsInView, clubToMoveTo, type ListedClub } from '../../shared/facilities/locator-list.ts';
import {
  type ClusterSettings,
  type MapGoal,
  type MapView,
  viewAround,
} from '../../shared/facilities/map-view.ts';

export interface Locator {
  clubs: readonly MapFacility[];
  settings: ClusterSettings;
  goal: MapGoal;
  go: (goal: MapGoal) => void;
  /** What the map shows; undefined until it is there. */
  view: MapView | undefined;
  onView: (view: MapView, byUser: boolean) => void;
  /** What the list is made of: the map's view, or about what it will be. */
  listedView: MapView;
  listed: ListedClub[];
}

/** The map's place and the list that follows it (spec 3 §4). */
export function useLocator(
  clubs: readonly MapFacility[],
  settings: ClusterSettings,
  first: () => MapGoal,
): Locator {
  const [goal, go] = useState(first);
  const [view, setView] = useState<MapView>();
  const listedView = useMemo(() => view ?? viewAround(goal), [view, goal]);
  const listed = useMemo(() => clubsInView(clubs, listedView, settings), [clubs, listedView, settings]);
  const onView = (next: MapView, byUser: boolean) => {
    setView(next);
    const nearest = byUser ? clubToMoveTo(clubs, next, settings) : undefined;
    // once: this move is not the person's, so it leads to no other
    if (nearest)
      go({ latitude: nearest.latitude, longitude: nearest.longitude, zoom: next.zoom, byUser: false });
  };
  return { clubs, settings, goal, go, view, onView, listedView, listed };
}
