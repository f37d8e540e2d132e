import { Control, type Map as LeafletMap } from 'leaflet';
import type { MapView } from '../../../shared/facilities/map-view.ts';

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

/** Adds a scale bar for views without other references for distances. */
export function addScale(map: LeafletMap): () => void {
  const scale = new Control.Scale({ metric: false, position: 'bottomleft' }).addTo(map);
  return () => void scale.remove();
}

/** Calls back after every resize except the initial measurement. */
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

/** Calls back when the theme changes between light and dark, by the user's choice or the system's. */
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
