import {
  useEffect,
  useEffectEvent,
  useRef,
  lazy,
  Suspense,
  useMemo,
  useState,
  Component,
  type ReactNode,
  useCallback,
} from 'react';
import {
  type MapFacility,
  type ClusterSettings,
  type MapGoal,
  type MapView,
  zoomLimits,
} from '../../../shared/facilities/facility-map.ts';
import { Button } from '../../ui/Button.tsx';
import { Pin } from './MarkPicture.tsx';
import { facilityLocationTypes } from '../../../shared/facilities/facility.ts';
import { siteConfig, type SiteConfig } from '../../app/config.ts';
import { ErrorBoundary } from '../../ui/states.tsx';
import { indexFacilities, type Mark, marksIn, type EngineProps } from './clusters.ts';
import type { LocationSource } from './location-source.ts';
import './map.css';
import './map-parts.css';

interface SharedAddressProps {
  facilities: readonly MapFacility[];
  onChoose: (id: string) => void;
  onClose: () => void;
}

function SharedAddress({ facilities, onChoose, onClose }: SharedAddressProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  const escape = useEffectEvent(onClose);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') escape();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <section className="map-together" aria-labelledby="map-together-title">
      <header>
        <h3 id="map-together-title">{facilities.length} clubs at one place</h3>
        <Button kind="quiet" icon="close" iconOnly small onClick={onClose}>
          Close
        </Button>
      </header>
      <ul ref={list}>
        {facilities.map(({ id, name, facilityLocationType }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              <Pin type={facilityLocationType} size={16} />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const BuiltInMap = lazy(() => import('./BuiltInMap.tsx'));
const GoogleMap = lazy(() => import('./GoogleMap.tsx'));

interface LocatorMapProps extends Pick<EngineProps, 'goal' | 'selected' | 'here' | 'onView'> {
  facilities: readonly MapFacility[];
  settings: ClusterSettings;
  view: MapView | undefined;
  onGoal: (goal: MapGoal) => void;
  onSelect: (id: string | undefined) => void;
  onReset: () => void;
  onPlaces: (source: LocationSource | undefined) => void;
}

/**
 * The clubs on a map with its controls: Google's map where the deployment has a key and it works, otherwise the built-in
 * map.
 */
export function LocatorMap(props: LocatorMapProps) {
  const { facilities, settings, view, goal, selected, here, onView, onGoal, onSelect, onPlaces } = props;
  const { engine, google, fallBack } = useEngine(siteConfig);
  const [together, setTogether] = useState<readonly MapFacility[]>();
  const index = useMemo(() => indexFacilities(facilities, settings), [facilities, settings]);
  const marks = useMemo(() => (view ? marksIn(index, view) : []), [index, view]);
  const onMark = (mark: Mark) => {
    if (mark.kind === 'cluster') return onGoal({ ...mark.point, zoom: mark.zoom, byUser: true });
    const [first] = mark.facilities;
    if (mark.facilities.length > 1) setTogether(mark.facilities);
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
        <SharedAddress
          facilities={together}
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

const Legend = () => (
  <ul className="map-legend" aria-label="Legend">
    {facilityLocationTypes.map(({ id, name }) => (
      <li key={id}>
        <Pin type={id} size={16} />
        {name}
      </li>
    ))}
  </ul>
);

/** Renders nothing for a map that failed, and reports it once so that the other map replaces it. */
class FallBack extends Component<{ children: ReactNode; onFail: () => void }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError = () => ({ broken: true });

  override componentDidCatch(): void {
    this.props.onFail();
  }

  override render() {
    return this.state.broken ? null : this.props.children;
  }
}

type MapKeys = Required<NonNullable<SiteConfig['map']>>;

/** After a failure, Google's map is not requested again before a reload. */
let googleFailed = false;

interface Engine {
  /** Undefined until the site's configuration is loaded. */
  engine: 'google' | 'built-in' | undefined;
  google: MapKeys | undefined;
  fallBack: () => void;
}

/** Returns the map to show: Google's needs a key and a map ID, and must not have failed. */
function useEngine(config: () => Promise<SiteConfig>): Engine {
  const [keys, setKeys] = useState<MapKeys | null>();
  const [failed, setFailed] = useState(googleFailed);
  useEffect(() => {
    config().then(
      // Google's markers need a map ID: without one, nothing of it is loaded
      ({ map }) => setKeys(map?.key && map.mapId ? { key: map.key, mapId: map.mapId } : null),
      () => setKeys(null),
    );
  }, [config]);
  const fallBack = useCallback(() => {
    googleFailed = true;
    setFailed(true);
  }, []);
  return {
    engine: keys === undefined && !failed ? undefined : keys && !failed ? 'google' : 'built-in',
    google: keys ?? undefined,
    fallBack,
  };
}
