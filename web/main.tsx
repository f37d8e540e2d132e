import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { router } from './router.tsx';
import { SessionProvider } from './session.tsx';
import { WellportTheme } from './theme/WellportTheme.tsx';
import { ConfirmProvider } from './ui/confirm.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <WellportTheme>
      <SessionProvider>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </SessionProvider>
    </WellportTheme>
  </StrictMode>,
);
