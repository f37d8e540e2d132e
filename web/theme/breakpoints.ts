/** Minimum widths, in pixels. */
export const breakpoints = { base: 0, small: 480, medium: 744, large: 1024, xl: 1366, xxl: 1600 };
