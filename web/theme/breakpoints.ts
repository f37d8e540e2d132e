/** From which widths on, in pixels, a layout is another one. */
export const breakpoints = { base: 0, small: 480, medium: 744, large: 1024, xl: 1366, xxl: 1600 };
