import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import setUp from '../support/global-setup.ts';
import type { Cost } from '../support/table-cost.ts';

export async function medianOf(runs: number, work: () => unknown): Promise<number> {
  await work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

export function timeOf(work: () => unknown): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

export interface Line {
  what: string;
  value: string;
  /** The bound and whether it holds; lines without a bound are informational. */
  bound?: string;
  holds?: boolean;
}

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

interface Adjustable {
  updateHttpClientConfig: (name: 'requestTimeout', value: number) => void;
}
const isAdjustable = (handler: object): handler is Adjustable => 'updateHttpClientConfig' in handler;

const requestTimeoutMs = 600_000;

export async function withCloud<Result>(operation: () => Promise<Result>): Promise<Result> {
  const tearDown = await setUp();
  const [{ client }, { s3 }] = await Promise.all([
    import('../../functions/table/client.ts'),
    import('../../functions/platform/files.ts'),
  ]);
  for (const { requestHandler } of [client.config, s3.config])
    if (isAdjustable(requestHandler))
      requestHandler.updateHttpClientConfig('requestTimeout', requestTimeoutMs);
  try {
    return await operation();
  } finally {
    await tearDown();
  }
}

export interface WorkerCost extends Cost {
  seconds: number;
  longestStepSeconds: number;
  peakMegabytes: number;
}

/**
 * Runs a job's steps in a separate process and returns their cost.
 *
 * @param heapMegabytes maximum heap, as in a Lambda function with little memory; unlimited by default
 */
export async function runInWorker(jobId: string, heapMegabytes?: number): Promise<WorkerCost> {
  const limits = heapMegabytes === undefined ? [] : [`--max-old-space-size=${heapMegabytes}`];
  const worker = fork(fileURLToPath(import.meta.url), [jobId], {
    execArgv: [...process.execArgv, ...limits],
  });
  // a worker that fails disconnects as well; its error is on the shared stderr
  const failure = once(worker, 'disconnect').then(() => {
    throw new Error(`the worker of ${jobId} stopped without a report`);
  });
  const [report] = (await Promise.race([once(worker, 'message'), failure])) as [WorkerCost];
  return report;
}

async function reportJob(jobId: string): Promise<void> {
  const { runJobSteps } = await import('../../functions/workers/job-runner.ts');
  const { costOf } = await import('../support/table-cost.ts');
  // sampled, because maxRSS of a forked process includes the parent's memory
  let peak = 0;
  const sample = () => void (peak = Math.max(peak, process.memoryUsage.rss()));
  const sampling = setInterval(sample, 50);
  const stepStarts: number[] = [];
  const cost = await costOf(() =>
    runJobSteps(jobId, () => {
      sample();
      stepStarts.push(performance.now());
      return Infinity;
    }),
  );
  clearInterval(sampling);
  const endedAt = performance.now();
  const stepMs = stepStarts.map((startedAt, step) => (stepStarts[step + 1] ?? endedAt) - startedAt);
  const report: WorkerCost = {
    ...cost,
    seconds: (endedAt - (stepStarts[0] ?? endedAt)) / 1000,
    longestStepSeconds: Math.max(0, ...stepMs) / 1000,
    peakMegabytes: peak / 1024 / 1024,
  };
  process.send?.(report);
  process.disconnect?.();
}

if (import.meta.main) await reportJob(process.argv[2] ?? '');
