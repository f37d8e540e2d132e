import type { ReactNode } from 'react';
import 'virtual:amplify.css';
import '@fontsource-variable/inter/wght.css';
import './theme.css';
import type { Appearance } from '../app/preferences.ts';

/**
 * Provides tokens, typeface, and color scheme (the system's by default). Replaces the library's ThemeProvider, which
 * would write a 127 KB style sheet into every page (amplify-css.ts creates it at build time).
 */
export const WellportTheme = ({
  children,
  colorMode = 'system',
}: {
  children: ReactNode;
  colorMode?: Appearance;
}) => (
  <div data-amplify-theme="wellport" data-amplify-color-mode={colorMode} dir="ltr">
    {children}
  </div>
);
