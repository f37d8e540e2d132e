/**
 * Returns the size of a test: a part in `npm test`, the whole with `WHOLE_TESTS=true npm test`.
 */
export const sized = <Size>(inEveryRun: Size, inLongRun: Size): Size =>
  process.env.WHOLE_TESTS === 'true' ? inLongRun : inEveryRun;
