import { breakpoints } from './breakpoints.ts';

// What the library's components get in place of its own theme, which holds every token of sixty components: style
// properties are not looked up here, our components are styled by the sheet.

export const defaultTheme = {
  name: 'wellport',
  breakpoints: { values: breakpoints, defaultBreakpoint: 'base' },
  tokens: {},
};

export const createTheme = () => defaultTheme;
