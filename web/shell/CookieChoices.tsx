import { lazy, Suspense, useEffect, useState } from 'react';
import { consentService, cookieSettings, openCookieSettings, useConsent } from '../app/consent.ts';
import { Button } from '../ui/Button.tsx';
import './cookies.css';

const CookiePanel = lazy(() => import('./CookiePanel.tsx'));

export function CookieChoices() {
  const consent = useConsent();
  const [open, setOpen] = useState(false);
  const service = consentService();
  useEffect(() => {
    const show = () => (service.openPanel ? service.openPanel() : setOpen(true));
    window.addEventListener(cookieSettings, show);
    return () => window.removeEventListener(cookieSettings, show);
  }, [service]);
  return (
    <>
      {!consent && !service.openPanel && (
        <section className="cookie-question" aria-label="Cookies">
          <p>
            We store what you need to log in, and your settings for this site. Statistics are off unless you
            allow them.
          </p>
          <div>
            <Button small onClick={() => service.save({ preferences: false, analytics: false })}>
              Only necessary
            </Button>
            <Button small onClick={() => service.save({ preferences: true, analytics: true })}>
              Allow all
            </Button>
            <Button small kind="quiet" onClick={openCookieSettings}>
              Choose
            </Button>
          </div>
        </section>
      )}
      {open && (
        <Suspense>
          <CookiePanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
