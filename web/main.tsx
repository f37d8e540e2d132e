import './app/no-eval.ts';
import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { replayInput } from './prerender/replay-input.ts';
import { router } from './app/router.tsx';
import { signInMemory } from './app/sign-in-memory.ts';
import { Site } from './app/Site.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** The page's own code is there, so that its first drawing is whole. */
const firstPage = (): Promise<void> =>
  new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const leave = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      leave();
      resolve();
    });
  });

function HydrationMarker({ root, giveBack }: { root: HTMLElement; giveBack: () => void }) {
  useEffect(() => {
    root.removeAttribute('data-prerendered');
    // from here on the site itself knows whether to ask
    document.documentElement.removeAttribute('data-asked');
    giveBack();
  }, [root, giveBack]);
  return null;
}

// A function and no await of the module itself: the page's own code needs modules of the file that this one is in.
async function begin(root: HTMLElement): Promise<void> {
  // a public page was drawn when the site was built (infra/prerender.ts): for a visitor it only comes to life
  const isPrerendered = root.hasAttribute('data-prerendered');
  if (isPrerendered) await firstPage();
  const giveBack = isPrerendered ? replayInput(root) : () => {};
  const site = (
    <Site>
      <RouterProvider router={router} />
      <HydrationMarker root={root} giveBack={giveBack} />
    </Site>
  );
  if (isPrerendered && window.location.search === '' && !signInMemory.remembered()) hydrateRoot(root, site);
  else createRoot(root).render(site);
}

void begin(root);
