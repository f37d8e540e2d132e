import './app/no-eval.ts';
import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { replayInput, willHydrate } from './prerender/replay-input.ts';
import { router } from './routes/router.tsx';
import { Site } from './shell/Site.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** Loads the code of the current page, so that the first render is complete. */
const firstPage = (): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const unsubscribe = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      unsubscribe();
      resolve();
    });
  });

function HydrationMarker({ root, replay }: { root: HTMLElement; replay: () => void }) {
  useEffect(() => {
    root.removeAttribute('data-prerendered');
    // from here on the consent component decides whether to show the banner
    document.documentElement.removeAttribute('data-consented');
    replay();
  }, [root, replay]);
  return null;
}

// a function, not a top-level await: the page's code imports modules from this file's bundle
async function begin(root: HTMLElement): Promise<void> {
  // public pages are prerendered at build time (infra/build/build.ts) and only hydrated for visitors
  const isPrerendered = root.hasAttribute('data-prerendered');
  const isHydrated = willHydrate(root);
  if (isPrerendered) await firstPage();
  const replay = isPrerendered ? replayInput(root) : () => {};
  const site = (
    <Site>
      <RouterProvider router={router} />
      <HydrationMarker root={root} replay={replay} />
    </Site>
  );
  if (isHydrated) hydrateRoot(root, site);
  else createRoot(root).render(site);
}

void begin(root);
