import { Control, type Map as LeafletMap } from 'leaflet';
import type { MapView } from '../../../shared/facilities/map-view.ts';

/** What the map shows. */
export function viewOf(map: LeafletMap): MapView {
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

/** A scale bar for views that show nothing else to judge distances by. */
export function addScale(map: LeafletMap): () => void {
  const scale = new Control.Scale({ metric: false, position: 'bottomleft' }).addTo(map);
  return () => void scale.remove();
}

/** Tells of every change of size but the first, which the map has measured itself. */
export function followSize(element: Element, changed: () => void): () => void {
  let before = '';
  const observer = new ResizeObserver(() => {
    const size = `${element.clientWidth} ${element.clientHeight}`;
    if (before !== '' && before !== size && element.clientWidth > 0) changed();
    before = size;
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** Tells when light turns to dark or back, by the person's choice or the system's. */
export function followTheme(element: Element, changed: () => void): () => void {
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
