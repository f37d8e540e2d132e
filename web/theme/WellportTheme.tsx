import type { ReactNode } from 'react';
import 'virtual:amplify.css';
import '@fontsource-variable/inter/wght.css';
import './theme.css';
import type { Appearance } from '../app/preferences.ts';

/**
 * Wraps the whole site: tokens, typeface, light and dark as the system asks unless told otherwise. It stands in for the
 * library's ThemeProvider, which would write a sheet of 127 KB into every page (amplify-css.ts makes it when building).
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
