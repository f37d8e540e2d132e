/** What tells more about a test that failed; the first browser of a file adds its pages (see `startBrowser`). */
export const whenATestFails: (() => Promise<void>)[] = [];
