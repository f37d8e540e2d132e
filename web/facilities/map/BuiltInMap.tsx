import { DivIcon, Map as LeafletMap, Marker, type Coords, GridLayer, Control } from 'leaflet';
import { useEffect, useEffectEvent, useState, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Point } from '../../../shared/facilities/distance.ts';
import { type Mark, type EngineProps, markBox, markName, isSelected } from './clusters.ts';
import { MarkPicture } from './MarkPicture.tsx';
import { blockOf, type CityName, layOutNames, squareAt } from './city-names.ts';
import { drawTile, type Palette, tileSide, gridZoom } from './draw-tile.ts';
import { type Detail, detailZoom, type Land, loadDetail, loadLand } from './land.ts';
import { zoomLimits, type MapView } from '../../../shared/facilities/facility-map.ts';
import 'leaflet/dist/leaflet.css';

function makeMarker(mark: Mark, html: HTMLElement): Marker {
  const { size: iconSize, anchor: iconAnchor } = markBox(mark);
  const icon = new DivIcon({ html, className: 'map-place', iconSize, iconAnchor });
  return new Marker([mark.point.latitude, mark.point.longitude], { icon });
}

interface LeafletMarkProps extends Pick<EngineProps, 'onMark'> {
  map: LeafletMap;
  mark: Mark;
  selected: boolean;
}

/** One mark on the built-in map: a button that is reachable by keyboard. */
function LeafletMark({ map, mark, selected, onMark }: LeafletMarkProps) {
  const [element] = useState(() => document.createElement('span'));
  const [marker] = useState(() => makeMarker(mark, element));
  const onClick = useEffectEvent(() => onMark(mark));
  useEffect(() => {
    marker.addTo(map).on('click', () => onClick());
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onClick();
    };
    const button = marker.getElement();
    button?.addEventListener('keydown', onKey);
    return () => {
      button?.removeEventListener('keydown', onKey);
      // focus moves to the map when the focused mark opens or is removed
      if (button?.contains(document.activeElement)) map.getContainer().focus();
      marker.off().remove();
    };
  }, [map, marker]);
  const name = markName(mark);
  useEffect(() => {
    const button = marker.getElement();
    button?.setAttribute('aria-label', name);
    button?.setAttribute('title', name);
    if (mark.kind === 'place') button?.setAttribute('aria-pressed', String(selected));
    marker.setZIndexOffset(selected ? 10_000 : 0);
  }, [marker, name, selected, mark.kind]);
  return createPortal(<MarkPicture mark={mark} selected={selected} />, element);
}

function HereMark({ map, here }: { map: LeafletMap; here: Point }) {
  const [element] = useState(() => document.createElement('span'));
  useEffect(() => {
    const icon = new DivIcon({ html: element, className: 'map-place', iconSize: [22, 22] });
    const { latitude, longitude } = here;
    const marker = new Marker([latitude, longitude], { icon, interactive: false, keyboard: false }).addTo(
      map,
    );
    return () => void marker.remove();
  }, [map, here, element]);
  return createPortal(
    <span className="map-here">
      <span className="hidden-text">You are here</span>
    </span>,
    element,
  );
}

/** Returns the theme's current map colors; a canvas cannot read them from a style sheet. */
function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--map-${name}`).trim();
  return {
    sea: color('sea'),
    land: color('land'),
    around: color('around'),
    coast: color('coast'),
    state: color('state'),
    county: color('county'),
    grid: color('grid'),
    name: color('name'),
    font: `500 12px ${style.fontFamily}`,
  };
}

class LandLayer extends GridLayer {
  #element: Element;
  #palette: Palette;
  #land: Land | undefined;
  #detail: Detail | undefined;
  #names = new Map<string, Map<number, CityName[]>>();

  constructor(element: Element, onFail: () => void) {
    super({ tileSize: tileSide, keepBuffer: 3, updateWhenZooming: false });
    this.#element = element;
    this.#palette = paletteOf(element);
    this.#loadLand().catch(onFail);
  }

  repaint(): void {
    this.#palette = paletteOf(this.#element);
    this.redraw();
  }

  protected override createTile({ x, y, z }: Coords): HTMLElement {
    const tile = document.createElement('canvas');
    const pen = tile.getContext('2d');
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    tile.width = tile.height = tileSide * ratio;
    if (!pen) return tile;
    pen.scale(ratio, ratio);
    if (z >= detailZoom && !this.#detail)
      // the map is usable without it, and the next tile retries
      this.#loadDetail().catch(() => {});
    drawTile(
      pen,
      { x, y, z },
      {
        land: this.#land,
        detail: this.#detail,
        names: this.#namesAt(z, blockOf(x), blockOf(y)).get(squareAt(x, y)) ?? [],
        palette: this.#palette,
      },
    );
    return tile;
  }

  async #loadLand(): Promise<void> {
    this.#land = await loadLand();
    this.#names.clear();
    this.redraw();
  }

  async #loadDetail(): Promise<void> {
    const detail = await loadDetail();
    if (this.#detail) return;
    this.#detail = detail;
    this.#names.clear();
    this.redraw();
  }

  #namesAt(zoom: number, x: number, y: number): Map<number, CityName[]> {
    const block = `${zoom} ${x} ${y}`;
    const cachedNames = this.#names.get(block);
    if (cachedNames || !this.#land) return cachedNames ?? new Map();
    const cities = [this.#land.cities, ...(this.#detail ? [this.#detail.cities] : [])];
    const names = layOutNames(cities, zoom, { x, y });
    this.#names.set(block, names);
    return names;
  }
}

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
