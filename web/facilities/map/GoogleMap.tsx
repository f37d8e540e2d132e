import { goalZooms, zoomLimits, type MapView } from '../../../shared/facilities/facility-map.ts';
import { ownPlaces, type LocationSource } from './location-source.ts';
import { AdvancedMarker, APIProvider, Map as Google, type MapEvent, useMap } from '@vis.gl/react-google-maps';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { SiteConfig } from '../../app/config.ts';
import { startTimer, stopTimer } from '../../platform/time-and-chance.ts';
import { type EngineProps, isSelected, markName } from './clusters.ts';
import { MarkPicture } from './MarkPicture.tsx';

const areas = /^(locality|sublocality|postal_code|neighborhood|administrative_area|colloquial_area)/;

async function googlePlaces(): Promise<LocationSource> {
  const { AutocompleteSessionToken, AutocompleteSuggestion } = await google.maps.importLibrary('places');
  // one session from the first letter to the selection, as Google bills them
  let sessionToken = new AutocompleteSessionToken();
  return async (input) => {
    try {
      const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
        input: input,
        includedRegionCodes: ['us'],
        sessionToken,
      });
      return suggestions.flatMap(({ placePrediction }) => {
        if (!placePrediction) return [];
        return {
          label: placePrediction.text.text,
          isExact: false,
          zoom: placePrediction.types.some((type) => areas.test(type)) ? goalZooms.place : goalZooms.club,
          locate: async () => {
            const place = placePrediction.toPlace();
            await place.fetchFields({ fields: ['location'] });
            sessionToken = new AutocompleteSessionToken();
            if (!place.location) throw new Error('a place without a location');
            return { latitude: place.location.lat(), longitude: place.location.lng() };
          },
        };
      });
    } catch {
      return ownPlaces(input);
    }
  };
}

declare global {
  interface Window {
    gm_authFailure?: () => void;
  }
}

/** The time in milliseconds without a response of the script before the built-in map replaces it. */
const patience = 8000;

// a new array in every render would reload the script
const libraries = ['marker', 'places'];

interface GoogleMapProps extends EngineProps {
  google: Required<NonNullable<SiteConfig['map']>>;
  onPlaces: (source: LocationSource | undefined) => void;
  /** Must be stable across renders, for the same reason. */
  onFail: () => void;
}

export default function GoogleMap({ google, onPlaces, onFail, ...engine }: GoogleMapProps) {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    window.gm_authFailure = onFail;
    return () => {
      delete window.gm_authFailure;
    };
  }, [onFail]);
  useEffect(() => {
    if (ready) return undefined;
    const timer = startTimer(onFail, patience);
    return () => stopTimer(timer);
  }, [ready, onFail]);
  const tell = useEffectEvent(onPlaces);
  useEffect(() => {
    if (!ready) return undefined;
    let isDisposed = false;
    const ask = async () => {
      const source = await googlePlaces();
      if (!isDisposed) tell(source);
    };
    // the portal's own search works without it
    ask().catch(() => {});
    return () => {
      isDisposed = true;
      tell(undefined);
    };
  }, [ready]);
  return (
    <APIProvider apiKey={google.key} libraries={libraries} region="US" language="en" onError={onFail}>
      <Camera {...engine} mapId={google.mapId} onReady={() => setReady(true)} />
    </APIProvider>
  );
}

function Camera(props: EngineProps & { mapId: string; onReady: () => void }) {
  const { label, marks, goal, selected, here, mapId, onMark, onReady, onView } = props;
  const map = useMap();
  const box = useRef<HTMLElement>(null);
  const byUser = useRef(goal.byUser);
  const last = useRef<google.maps.CameraOptions>(undefined);
  const opened = useRef(goal);
  const [first] = useState(goal);
  const [dark, setDark] = useState<boolean>();
  useEffect(() => setDark(isDark(box.current)), []);
  useEffect(() => {
    if (!map || opened.current === goal) return;
    opened.current = goal;
    byUser.current = goal.byUser;
    map.moveCamera({ center: { lat: goal.latitude, lng: goal.longitude }, zoom: goal.zoom });
  }, [map, goal]);
  const settled = ({ map: moved }: MapEvent) => {
    const view = googleViewOf(moved);
    if (!view) return;
    const camera = { center: { lat: view.center.latitude, lng: view.center.longitude }, zoom: view.zoom };
    // a resize also ends in an idle event, without a move by the user
    const still = last.current !== undefined && sameCamera(last.current, camera);
    last.current = camera;
    onReady();
    onView(view, byUser.current && !still);
    byUser.current = true;
  };
  return (
    <section ref={box} className="map-canvas" aria-label={label}>
      {dark !== undefined && (
        <Google
          mapId={mapId}
          defaultCenter={{ lat: first.latitude, lng: first.longitude }}
          defaultZoom={first.zoom}
          minZoom={zoomLimits.least}
          maxZoom={zoomLimits.most}
          colorScheme={dark ? 'DARK' : 'LIGHT'}
          clickableIcons={false}
          disableDefaultUI
          gestureHandling="greedy"
          onIdle={settled}
        >
          <Marks marks={marks} selected={selected} here={here} onMark={onMark} />
        </Google>
      )}
    </section>
  );
}

const Marks = ({
  marks,
  selected,
  here,
  onMark,
}: Pick<EngineProps, 'marks' | 'selected' | 'here' | 'onMark'>) => (
  <>
    {marks.map((mark) => (
      <AdvancedMarker
        key={mark.key}
        position={{ lat: mark.point.latitude, lng: mark.point.longitude }}
        title={markName(mark)}
        clickable
        anchorLeft="-50%"
        anchorTop={mark.kind === 'place' ? '-100%' : '-50%'}
        zIndex={isSelected(mark, selected) ? 10_000 : null}
        onClick={() => onMark(mark)}
      >
        <MarkPicture mark={mark} selected={isSelected(mark, selected)} />
      </AdvancedMarker>
    ))}
    {here && (
      <AdvancedMarker
        position={{ lat: here.latitude, lng: here.longitude }}
        title="You are here"
        anchorLeft="-50%"
        anchorTop="-50%"
      >
        <span className="map-here" />
      </AdvancedMarker>
    )}
  </>
);

function googleViewOf(map: google.maps.Map): MapView | undefined {
  const [bounds, center, zoom] = [map.getBounds()?.toJSON(), map.getCenter()?.toJSON(), map.getZoom()];
  if (!bounds || !center || zoom === undefined) return undefined;
  return { bounds, center: { latitude: center.lat, longitude: center.lng }, zoom };
}

const cameraKey = ({ center, zoom }: google.maps.CameraOptions): string => JSON.stringify([center, zoom]);

const sameCamera = (left: google.maps.CameraOptions, right: google.maps.CameraOptions): boolean =>
  cameraKey(left) === cameraKey(right);

function isDark(element: Element | null): boolean {
  const mode = element?.closest('[data-amplify-color-mode]')?.getAttribute('data-amplify-color-mode');
  return mode === 'dark' || (mode === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
}
