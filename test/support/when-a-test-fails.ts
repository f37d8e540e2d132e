/** Prints details of a failed test. */
export const whenATestFails: (() => Promise<void>)[] = [];
