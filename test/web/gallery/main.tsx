import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHashRouter, Outlet, RouterProvider } from 'react-router-dom';
import { WellportTheme } from '../../../web/theme/WellportTheme.tsx';
import { ConfirmProvider } from '../../../web/ui/ConfirmDialog.tsx';
import { Logo } from '../../../web/ui/Logo.tsx';
import { MessageBar } from '../../../web/shell/MessageBar.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { Toasts } from '../../../web/shell/Toasts.tsx';
import { FormPage } from './FormPage.tsx';
import { PiecesPage } from './PiecesPage.tsx';
import { StatesPage } from './StatesPage.tsx';
import { TablePage } from './TablePage.tsx';

const tabs = [
  { to: '/', label: 'Pieces', end: true },
  { to: '/form', label: 'Form' },
  { to: '/table', label: 'Table', count: 4312 },
  { to: '/states', label: 'States' },
];

const Frame = () => (
  <>
    <MessageBar />
    <main className="page">
      <Logo />
      <Tabs label="Gallery" tabs={tabs} />
      <Outlet />
    </main>
    <Toasts />
  </>
);

const router = createHashRouter([
  {
    element: <Frame />,
    children: [
      { path: '/', element: <PiecesPage /> },
      { path: '/form', element: <FormPage /> },
      { path: '/table', element: <TablePage /> },
      { path: '/states', element: <StatesPage /> },
    ],
  },
]);

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <WellportTheme>
        <ConfirmProvider>
          <RouterProvider router={router} />
        </ConfirmProvider>
      </WellportTheme>
    </StrictMode>,
  );
}
