import { breakpoints } from './breakpoints.ts';

// Replaces the library's default theme, which contains every token of sixty components. Our components are styled by
// the sheet, so style properties need no lookup.

export const defaultTheme = {
  name: 'wellport',
  breakpoints: { values: breakpoints, defaultBreakpoint: 'base' },
  tokens: {},
};

export const createTheme = () => defaultTheme;
