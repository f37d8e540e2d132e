import { Map as LeafletMap, Control } from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { zoomLimits, type MapView } from '../../../shared/facilities/map-view.ts';
import { gridZoom } from './draw-tile.ts';
import { type EngineProps, isSelected } from './engine.ts';
import { HereMark, LeafletMark } from './LeafletMark.tsx';
import { LandLayer } from './land-layer.ts';
import 'leaflet/dist/leaflet.css';

const calm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

function emptyMap(element: HTMLElement): LeafletMap {
  const still = calm();
  return new LeafletMap(element, {
    attributionControl: false,
    zoomControl: false,
    trackResize: false,
    minZoom: zoomLimits.least,
    maxZoom: zoomLimits.most,
    maxBounds: [
      [-5, -200],
      [77, -40],
    ],
    zoomAnimation: !still,
    fadeAnimation: !still,
    inertia: !still,
  });
}

function useLeaflet({ goal, onView }: Pick<EngineProps, 'goal' | 'onView'>) {
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LeafletMap>();
  const [zoom, setZoom] = useState(goal.zoom);
  const [failed, setFailed] = useState(false);
  // true for the user's moves; the map's own animations start with a drag, wheel, or key event
  const byUser = useRef(false);
  const settled = useEffectEvent((moved: LeafletMap) => {
    setZoom(moved.getZoom());
    onView(viewOf(moved), byUser.current);
    byUser.current = true;
  });
  const first = useEffectEvent(() => goal);

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const created = emptyMap(element);
    const land = new LandLayer(element, () => setFailed(true)).addTo(created);
    created.on('moveend', () => settled(created));
    const stopSize = followSize(element, () => {
      byUser.current = false;
      created.invalidateSize({ animate: false });
    });
    const stopTheme = followTheme(element, () => land.repaint());
    const { latitude, longitude, zoom, byUser: request } = first();
    byUser.current = request;
    created.setView([latitude, longitude], zoom, { animate: false });
    setMap(created);
    return () => {
      stopSize();
      stopTheme();
      created.remove();
      setMap(undefined);
    };
  }, []);

  const opened = useRef(goal);
  useEffect(() => {
    if (!map || opened.current === goal) return;
    opened.current = goal;
    // a running animation would otherwise end as if it had arrived
    map.stop();
    byUser.current = goal.byUser;
    map.setView([goal.latitude, goal.longitude], goal.zoom, { animate: !calm() });
  }, [map, goal]);
  return { box, map, zoom, failed };
}

export default function BuiltInMap({ label, marks, goal, selected, here, onView, onMark }: EngineProps) {
  const { box, map, zoom, failed } = useLeaflet({ goal, onView });
  const isClose = zoom >= gridZoom;
  useEffect(() => (map && isClose ? addScale(map) : undefined), [map, isClose]);

  return (
    <>
      <section ref={box} className="map-canvas" aria-label={label} />
      {map &&
        marks.map((mark) => (
          <LeafletMark
            key={mark.key}
            map={map}
            mark={mark}
            selected={isSelected(mark, selected)}
            onMark={onMark}
          />
        ))}
      {map && here && <HereMark map={map} here={here} />}
      {failed ? (
        <p className="map-note">The map could not be drawn. The list is not affected.</p>
      ) : (
        isClose && <p className="map-note">This map has no street detail.</p>
      )}
    </>
  );
}

function viewOf(map: LeafletMap): MapView {
  const bounds = map.getBounds();
  const { lat, lng } = map.getCenter();
  return {
    bounds: {
      west: bounds.getWest(),
      south: bounds.getSouth(),
      east: bounds.getEast(),
      north: bounds.getNorth(),
    },
    center: { latitude: lat, longitude: lng },
    zoom: map.getZoom(),
  };
}

function addScale(map: LeafletMap): () => void {
  const scale = new Control.Scale({ metric: false, position: 'bottomleft' }).addTo(map);
  return () => void scale.remove();
}

/** Calls back after every resize except the initial measurement. */
function followSize(element: Element, changed: () => void): () => void {
  let before = '';
  const observer = new ResizeObserver(() => {
    const size = `${element.clientWidth} ${element.clientHeight}`;
    if (before !== '' && before !== size && element.clientWidth > 0) changed();
    before = size;
  });
  observer.observe(element);
  return () => observer.disconnect();
}

function followTheme(element: Element, changed: () => void): () => void {
  const theme = element.closest('[data-amplify-color-mode]');
  const observer = new MutationObserver(changed);
  if (theme) observer.observe(theme, { attributes: true, attributeFilter: ['data-amplify-color-mode'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
