import type { ReactNode } from 'react';
import 'virtual:amplify.css';
import '@fontsource-variable/inter/wght.css';
import './theme.css';
import type { Appearance } from '../app/preferences.ts';

/**
 * Provides tokens, typeface, and color scheme (the system's by default). The library's ThemeProvider would also write the
 * tokens of all components into every page; amplify-css.ts creates the sheet at build time with its `createTheme`.
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
