import type { MapView } from '../../../shared/facilities/map-view.ts';

/** What Google's map shows; undefined while it does not know its bounds yet. */
export function googleViewOf(map: google.maps.Map): MapView | undefined {
  const [bounds, center, zoom] = [map.getBounds()?.toJSON(), map.getCenter()?.toJSON(), map.getZoom()];
  if (!bounds || !center || zoom === undefined) return undefined;
  return { bounds, center: { latitude: center.lat, longitude: center.lng }, zoom };
}

const place = ({ center, zoom }: google.maps.CameraOptions): string => JSON.stringify([center, zoom]);

export const sameCamera = (one: google.maps.CameraOptions, other: google.maps.CameraOptions): boolean =>
  place(one) === place(other);

/** Whether the theme is dark here, by the person's choice or the system's; Google's map is told once, when it is made. */
export function isDark(element: Element | null): boolean {
  const mode = element?.closest('[data-amplify-color-mode]')?.getAttribute('data-amplify-color-mode');
  return mode === 'dark' || (mode === 'system' && window.matchMedia('(prefers-color-scheme: dark)').matches);
}
