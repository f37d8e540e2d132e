/**
 * What the site's pages may load and call (Content-Security-Policy). `region` is where the user pool is.
 * Styles may stand in the page, since the theme of the component library and the toasts write theirs into it; scripts
 * may not. With a key for Google's map its own addresses are let in (Google's published policy for the Maps API).
 */
export function contentSecurityPolicy(region: string, { googleMaps = false } = {}): string {
  const google = googleMaps
    ? {
        script: ['https://maps.googleapis.com'],
        connect: ['https://maps.googleapis.com', 'https://places.googleapis.com', 'data:', 'blob:'],
        image: ['https://maps.googleapis.com', 'https://maps.gstatic.com', 'https://*.ggpht.com'],
        font: ['https://fonts.gstatic.com'],
        style: ['https://fonts.googleapis.com'],
      }
    : { script: [], connect: [], image: [], font: [], style: [] };
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...google.script],
    'style-src': ["'self'", "'unsafe-inline'", ...google.style],
    'img-src': ["'self'", 'data:', 'blob:', ...google.image],
    'font-src': ["'self'", ...google.font],
    'connect-src': ["'self'", `https://cognito-idp.${region}.amazonaws.com`, ...google.connect],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'", 'blob:'],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'object-src': ["'none'"],
  };
  return [
    ...Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(' ')}`),
    'upgrade-insecure-requests',
  ].join('; ');
}
