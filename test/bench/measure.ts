import { client } from '../../functions/table/client.ts';

export interface Cost {
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
}

interface Consumed {
  CapacityUnits?: number;
  ReadCapacityUnits?: number;
  WriteCapacityUnits?: number;
}

const reading = /Get|Query/;

/** What a piece of work costs the table: calls, and the units that the engine itself reports. */
export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const cost: Cost = { roundTrips: 0, readUnits: 0, writeUnits: 0 };
  const stack = client.middlewareStack as unknown as {
    add: (middleware: unknown, options: object) => void;
    remove: (name: string) => boolean;
  };
  const middleware =
    (
      next: (request: { input: object }) => Promise<{ output: { ConsumedCapacity?: Consumed | Consumed[] } }>,
      context: { commandName?: string },
    ) =>
    async (request: { input: object }) => {
      const answer = await next({ ...request, input: { ...request.input, ReturnConsumedCapacity: 'TOTAL' } });
      const units = [answer.output.ConsumedCapacity ?? []]
        .flat()
        .reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
      cost.roundTrips += 1;
      if (reading.test(context.commandName ?? '')) cost.readUnits += units;
      else cost.writeUnits += units;
      return answer;
    };
  stack.add(middleware, { step: 'initialize', name: 'cost', priority: 'high', override: true });
  try {
    await work();
  } finally {
    stack.remove('cost');
  }
  return cost;
}

/** Milliseconds of the middle of several runs, after one that warms up. */
export async function medianOf(runs: number, work: () => unknown): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(runs / 2)] ?? 0;
}

/** Some systems count processor time in steps of ten milliseconds: less than that is not seen in one run. */
const leastMeasuredMs = 200;

/** Milliseconds of this thread's processor, the mean of several runs: what others on the machine do is not in it. */
export async function processorMsOf(runs: number, work: () => unknown): Promise<number> {
  await work();
  const began = process.threadCpuUsage();
  const spent = () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1000;
  };
  let made = 0;
  while (made < runs || spent() < leastMeasuredMs) {
    await work();
    made += 1;
  }
  return spent() / made;
}

/** Milliseconds of one run. */
export function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

export interface Line {
  what: string;
  value: string;
  /** The agreed bound, and whether it holds; lines without one only inform. */
  bound?: string;
  holds?: boolean;
}

/** A ratio against a baseline of the same run, with its bound. */
export const ratio = (what: string, measured: number, baseline: number, bound: number): Line => ({
  what,
  value: `${(measured / baseline).toFixed(2)} ×`,
  bound: `at most ${bound} ×`,
  holds: measured / baseline <= bound,
});

export const print = (title: string, lines: readonly Line[]): void => {
  console.log(`\n${title}`);
  for (const { what, value, bound, holds } of lines)
    console.log(
      `  ${what.padEnd(62)} ${value.padStart(14)}   ${bound ? `${holds ? 'holds' : 'MISSED'} (${bound})` : ''}`,
    );
};
