import { noFaults, type Faults } from './faults.ts';
import { eventKinds, simulate, SimulationFailed, type Options } from './simulate.ts';

/** Runs a simulation; returns its failure, or undefined. Other errors are thrown. */
async function failureOf(options: Options): Promise<SimulationFailed | undefined> {
  try {
    await simulate(options);
    return undefined;
  } catch (error) {
    if (error instanceof SimulationFailed) return error;
    throw error;
  }
}

/** The subject of a violation without its ids and numbers, to recognize it in a smaller simulation. */
const kindOf = ({ violation }: SimulationFailed): string => violation.replaceAll(/[\d.]+|\S+@\S+|\{.*/gs, '');

/** Returns simpler options, the simplest first: with fewer members, or without one kind of fault or event. */
function simplerThan(options: Options): Options[] {
  const faults = Object.keys(noFaults) as (keyof Faults)[];
  return [
    { ...options, faults: noFaults },
    ...(options.members > 1 ? [{ ...options, members: Math.ceil(options.members / 2) }] : []),
    ...faults
      .filter((name) => options.faults[name] > 0)
      .map((name) => ({ ...options, faults: { ...options.faults, [name]: 0 } })),
    ...eventKinds
      .filter((kind) => options.events.includes(kind))
      .map((kind) => ({ ...options, events: options.events.filter((one) => one !== kind) })),
  ].filter((simpler) => JSON.stringify(simpler) !== JSON.stringify(options));
}

/** Simpler options change every later random choice, so some seeds are tried. */
const seedsTried = 4;

/** Returns the failure with the fewest members and kinds of faults and events that still violates the same invariant. */
export async function shrink(failure: SimulationFailed): Promise<SimulationFailed> {
  for (const options of simplerThan(failure.options))
    for (let { seed } = options; seed < options.seed + seedsTried; seed++) {
      const simpler = await failureOf({ ...options, seed });
      if (simpler && kindOf(simpler) === kindOf(failure)) return shrink(simpler);
    }
  return failure;
}
