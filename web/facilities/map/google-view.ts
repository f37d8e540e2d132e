import type { MapView } from '../../../shared/facilities/map-view.ts';

/** Returns the view of Google's map; undefined until its bounds are available. */
export function googleViewOf(map: google.maps.Map): MapView | undefined {
  const [bounds, center, zoom] = [map.getBounds()?.toJSON(), map.getCenter()?.toJSON(), map.getZoom()];
  if (!bounds || !center || zoom === undefined) return undefined;
  return { bounds, center: { latitude: center.lat, longitude: center.lng }, zoom };
}

const place = ({ center, zoom }: google.maps.CameraOptions): string => JSON.stringify([center, zoom]);

export const sameCamera = (one: google.maps.CameraOptions, other: google.maps.CameraOptions): boolean =>
  place(one) === place(other);

/** True when the theme is dark, by the user's choice or the system's; Google's map takes it at creation only. */
export function isDark(element: Element | null): boolean {
  const mode = element?.closest('[data-amplify-color-mode]')?.getAttribute('data-amplify-color-mode');
  return mode === 'dark' || (mode === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
}
