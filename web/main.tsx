import './no-eval.ts';
import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { earlyInput } from './early-input.ts';
import { router } from './router.tsx';
import { signInMemory } from './sign-in-memory.ts';
import { Site } from './Site.tsx';

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

// a public page was drawn when the site was built (infra/prerender.ts): for a visitor it only comes to life
const isDrawn = root.hasAttribute('data-still');
if (isDrawn) await firstPage();
const giveBack = isDrawn ? earlyInput(root) : () => {};

function AtWork() {
  useEffect(() => {
    root?.removeAttribute('data-still');
    // from here on the site itself knows whether to ask
    document.documentElement.removeAttribute('data-asked');
    giveBack();
  }, []);
  return null;
}

const site = (
  <Site>
    <RouterProvider router={router} />
    <AtWork />
  </Site>
);
if (isDrawn && window.location.search === '' && !signInMemory.remembered()) hydrateRoot(root, site);
else createRoot(root).render(site);
