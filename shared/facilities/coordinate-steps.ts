import * as z from 'zod';

/** A step is a hundred-thousandth of a degree, about a meter: closer than a map shows a club. */
const stepsInDegree = 100_000;

/**
 * Degrees of many places as whole steps of 0.00001 degrees, each from the place before it and the first from zero.
 * Neighbors differ by few digits, so that twenty thousand compress to a third of their degrees. What is decoded is
 * rounded to the step; errors do not add up, since each place is rounded before the difference is taken.
 */
export const coordinateSteps = z.codec(z.array(z.int()), z.array(z.number()), {
  decode: (steps) => {
    let place = 0;
    return steps.map((step) => (place += step) / stepsInDegree);
  },
  encode: (degrees) => {
    let before = 0;
    return degrees.map((degree) => {
      const place = Math.round(degree * stepsInDegree);
      const step = place - before;
      before = place;
      return step;
    });
  },
});
