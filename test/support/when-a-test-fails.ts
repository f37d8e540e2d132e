/** Details of a failed test; the first browser of a file adds its pages (see `startBrowser`). */
export const whenATestFails: (() => Promise<void>)[] = [];
