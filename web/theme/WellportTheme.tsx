import { type ColorMode, ThemeProvider } from '@aws-amplify/ui-react';
import type { ReactNode } from 'react';
import '@aws-amplify/ui-react/styles.css';
import '@fontsource-variable/inter/wght.css';
import './theme.css';
import { theme } from './theme.ts';

/** Wraps the whole site: tokens, typeface, light and dark as the system asks unless told otherwise. */
export function WellportTheme({
  children,
  colorMode = 'system',
}: {
  children: ReactNode;
  colorMode?: ColorMode;
}) {
  return (
    <ThemeProvider theme={theme} colorMode={colorMode}>
      {children}
    </ThemeProvider>
  );
}
