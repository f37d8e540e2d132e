import { lazy, Suspense, useMemo, useState } from 'react';
import type { MapFacility } from '../../../shared/facilities/facility-map.ts';
import {
  type ClusterSettings,
  type MapGoal,
  type MapView,
  zoomLimits,
} from '../../../shared/facilities/map-view.ts';
import { siteConfig } from '../../app/config.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { indexClubs, type Mark, marksIn } from './clusters.ts';
import type { EngineProps } from './engine.ts';
import { FallBack } from './FallBack.tsx';
import { Legend } from './Legend.tsx';
import type { PlaceSource } from './place-source.ts';
import { SamePlace } from './SamePlace.tsx';
import { useEngine } from './use-engine.ts';
import './map.css';
import './map-parts.css';

const BuiltInMap = lazy(() => import('./BuiltInMap.tsx'));
const GoogleMap = lazy(() => import('./GoogleMap.tsx'));

interface LocatorMapProps extends Pick<EngineProps, 'goal' | 'selected' | 'here' | 'onView'> {
  clubs: readonly MapFacility[];
  settings: ClusterSettings;
  view: MapView | undefined;
  onGoal: (goal: MapGoal) => void;
  onSelect: (id: string | undefined) => void;
  onReset: () => void;
  /** Google's address search, while its map is shown. */
  onPlaces: (source: PlaceSource | undefined) => void;
}

/**
 * The clubs on a map with its controls: Google's map where the deployment has a key and it works, otherwise the built-in
 * map.
 */
export function LocatorMap(props: LocatorMapProps) {
  const { clubs, settings, view, goal, selected, here, onView, onGoal, onSelect, onPlaces } = props;
  const { engine, google, fallBack } = useEngine(siteConfig);
  const [together, setTogether] = useState<readonly MapFacility[]>();
  const index = useMemo(() => indexClubs(clubs, settings), [clubs, settings]);
  const marks = useMemo(() => (view ? marksIn(index, view) : []), [index, view]);
  const onMark = (mark: Mark) => {
    if (mark.kind === 'cluster') return onGoal({ ...mark.point, zoom: mark.zoom, byUser: true });
    const [first] = mark.clubs;
    if (mark.clubs.length > 1) setTogether(mark.clubs);
    else if (first) onSelect(first.id === selected ? undefined : first.id);
  };
  const shared: EngineProps = {
    label: 'Map of clubs',
    marks,
    goal,
    selected,
    here,
    onMark,
    onView: (next, byUser) => {
      setTogether(undefined);
      onView(next, byUser);
    },
  };
  return (
    <div className="club-map">
      <ErrorBoundary key={engine}>
        <Suspense fallback={<output className="map-canvas map-waiting" aria-label="Loading the map" />}>
          {engine === 'google' && google ? (
            <FallBack onFail={fallBack}>
              <GoogleMap {...shared} google={google} onPlaces={onPlaces} onFail={fallBack} />
            </FallBack>
          ) : engine === 'built-in' ? (
            <BuiltInMap {...shared} />
          ) : (
            <output className="map-canvas map-waiting" aria-label="Loading the map" />
          )}
        </Suspense>
      </ErrorBoundary>
      <MapControls view={view} onGoal={onGoal} onReset={props.onReset} />
      {together && (
        <SamePlace
          clubs={together}
          onClose={() => setTogether(undefined)}
          onChoose={(id) => {
            setTogether(undefined);
            onSelect(id);
          }}
        />
      )}
      <Legend />
    </div>
  );
}

function MapControls({ view, onGoal, onReset }: Pick<LocatorMapProps, 'view' | 'onGoal' | 'onReset'>) {
  const zoomBy = (steps: number) => {
    if (view) onGoal({ ...view.center, zoom: Math.round(view.zoom) + steps, byUser: true });
  };
  return (
    <fieldset className="map-controls" aria-label="Map">
      <Button icon="plus" iconOnly disabled={!view || view.zoom >= zoomLimits.most} onClick={() => zoomBy(1)}>
        Zoom in
      </Button>
      <Button
        icon="minus"
        iconOnly
        disabled={!view || view.zoom <= zoomLimits.least}
        onClick={() => zoomBy(-1)}
      >
        Zoom out
      </Button>
      <Button icon="retry" iconOnly onClick={onReset}>
        Show the whole country
      </Button>
    </fieldset>
  );
}
