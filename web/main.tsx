import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { useAppearance } from './preferences.ts';
import { router } from './router.tsx';
import { SessionProvider } from './session.tsx';
import { WellportTheme } from './theme/WellportTheme.tsx';
import { ConfirmProvider } from './ui/confirm.tsx';

function Site() {
  const [appearance] = useAppearance();
  return (
    <WellportTheme colorMode={appearance}>
      <SessionProvider>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </SessionProvider>
    </WellportTheme>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Site />
  </StrictMode>,
);
