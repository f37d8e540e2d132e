/**
 * How much a test tries: a part in every run, all of it in the long bench (`npm run bench -- --long whole-tests`), which
 * runs the files that ask here.
 */
export const sized = <Size>(inEveryRun: Size, inLongBench: Size): Size =>
  process.env.WHOLE_TESTS === 'true' ? inLongBench : inEveryRun;
