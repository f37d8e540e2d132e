/**
 * Size of a test: a part in every run, the whole in the long bench (`npm run bench -- --long whole-tests`), which
 * runs all files that use this.
 */
export const sized = <Size>(inEveryRun: Size, inLongBench: Size): Size =>
  process.env.WHOLE_TESTS === 'true' ? inLongBench : inEveryRun;
