import { useMemo, useState } from 'react';
import { milesBetween } from '../../shared/facilities/distance.ts';
import {
  type MapFacility,
  facilitiesInView,
  facilityToMoveTo,
  type ListedFacility,
  type ClusterSettings,
  type MapGoal,
  type MapView,
  viewAround,
} from '../../shared/facilities/facility-map.ts';

export interface Locator {
  facilities: readonly MapFacility[];
  settings: ClusterSettings;
  goal: MapGoal;
  go: (goal: MapGoal) => void;
  /** The map's view; undefined until it is ready. */
  view: MapView | undefined;
  onView: (view: MapView, byUser: boolean) => void;
  /** The view for the list: the map's, or its approximation. */
  listedView: MapView;
  listed: ListedFacility[];
  /** The club that the map moved to from an empty view, with its distance from there. */
  moved: ListedFacility | undefined;
}

/** The state of the map and of the list that follows it (spec 3 §4). */
export function useLocator(
  facilities: readonly MapFacility[],
  settings: ClusterSettings,
  first: () => MapGoal,
): Locator {
  const [goal, go] = useState(first);
  const [view, setView] = useState<MapView>();
  const [moved, setMoved] = useState<ListedFacility>();
  const listedView = useMemo(() => view ?? viewAround(goal), [view, goal]);
  const listed = useMemo(
    () => facilitiesInView(facilities, listedView, settings),
    [facilities, listedView, settings],
  );
  const onView = (next: MapView, byUser: boolean) => {
    setView(next);
    const nearest = byUser ? facilityToMoveTo(facilities, next, settings) : undefined;
    if (byUser) setMoved(nearest && { ...nearest, miles: milesBetween(next.center, nearest) });
    // once: this move is not the user's, so that it causes no other
    if (nearest)
      go({ latitude: nearest.latitude, longitude: nearest.longitude, zoom: next.zoom, byUser: false });
  };
  return { facilities, settings, goal, go, view, onView, listedView, listed, moved };
}
