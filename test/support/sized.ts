/**
 * Returns the size of a test: a part in `npm test`, the whole in `npm run test:all` (WHOLE_TESTS=true).
 */
export const sized = <Size>(inEveryRun: Size, inLongRun: Size): Size =>
  process.env.WHOLE_TESTS === 'true' ? inLongRun : inEveryRun;
