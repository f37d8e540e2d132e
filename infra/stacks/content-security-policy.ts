interface Guests {
  /** A Google Maps key is configured. */
  googleMaps?: boolean;
  /** A captcha key is configured. */
  captcha?: boolean;
  /** The https address of the privacy request form, shown in a frame. */
  requestForm?: string;
}

/**
 * Returns the Content-Security-Policy of the site. Inline styles are allowed, because
 * toasts and the component library use them; inline scripts are not. External origins are allowed only if configured:
 * Google Maps and reCAPTCHA by their published policies, and the frame of the privacy request form.
 */
export function contentSecurityPolicy({
  googleMaps = false,
  captcha = false,
  requestForm,
}: Guests = {}): string {
  const google = googleMaps
    ? {
        script: ['https://maps.googleapis.com'],
        connect: ['https://maps.googleapis.com', 'https://places.googleapis.com', 'data:', 'blob:'],
        image: ['https://maps.googleapis.com', 'https://maps.gstatic.com', 'https://*.ggpht.com'],
        font: ['https://fonts.gstatic.com'],
        style: ['https://fonts.googleapis.com'],
      }
    : { script: [], connect: [], image: [], font: [], style: [] };
  const robotCheck = captcha
    ? {
        script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
        frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
        connect: ['https://www.google.com/recaptcha/'],
      }
    : { script: [], frame: [], connect: [] };
  const form = requestForm ? [new URL(requestForm).origin] : [];
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...google.script, ...robotCheck.script],
    'style-src': ["'self'", "'unsafe-inline'", ...google.style],
    'img-src': ["'self'", 'data:', 'blob:', ...google.image],
    'font-src': ["'self'", ...google.font],
    'connect-src': ["'self'", ...google.connect, ...robotCheck.connect],
    'worker-src': ["'self'", 'blob:'],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'", 'blob:', ...robotCheck.frame, ...form],
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
