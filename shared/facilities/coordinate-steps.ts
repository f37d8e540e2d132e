import * as z from 'zod';

/** One step is 0.00001 degrees, about a meter: more precise than the map. */
const stepsInDegree = 100_000;

/**
 * Encodes the coordinates of many facilities as deltas in whole steps of 0.00001 degrees, starting at zero. Deltas of
 * neighbors have few digits, so that twenty thousand compress to a third. Decoding rounds to the step; errors do not add
 * up, because each coordinate is rounded before the difference is taken.
 */
export const coordinateSteps = z.codec(z.array(z.int()), z.array(z.number()), {
  decode: (steps) => {
    let position = 0;
    return steps.map((step) => (position += step) / stepsInDegree);
  },
  encode: (degrees) => {
    let before = 0;
    return degrees.map((degree) => {
      const position = Math.round(degree * stepsInDegree);
      const step = position - before;
      before = position;
      return step;
    });
  },
});
