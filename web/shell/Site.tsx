import { type ReactNode, StrictMode } from 'react';
import { useAppearance } from '../app/preferences.ts';
import { SessionProvider } from '../app/session.tsx';
import { WellportTheme } from '../theme/WellportTheme.tsx';
import { ConfirmProvider } from '../ui/ConfirmDialog.tsx';

export const Site = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <Themed>
      <SessionProvider>
        <ConfirmProvider>{children}</ConfirmProvider>
      </SessionProvider>
    </Themed>
  </StrictMode>
);

function Themed({ children }: { children: ReactNode }) {
  const [appearance] = useAppearance();
  return <WellportTheme colorMode={appearance}>{children}</WellportTheme>;
}
