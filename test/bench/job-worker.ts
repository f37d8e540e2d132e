import { runJobSteps } from '../../functions/jobs/job-runner.ts';
import { costOf, type Cost } from './measure.ts';

/** What a job costs a worker that does nothing else. */
export interface WorkerCost extends Cost {
  seconds: number;
  /** The step that takes longest must end within the time of one worker. */
  longestStepSeconds: number;
  peakMegabytes: number;
}

// a process of its own: its peak is then the job's, without the engines and the loaded rows
const jobId = process.argv[2] ?? '';
const stepStarts: number[] = [];
const cost = await costOf(() =>
  runJobSteps(jobId, () => {
    stepStarts.push(performance.now());
    return Infinity;
  }),
);
const endedAt = performance.now();
const stepMs = stepStarts.map((startedAt, step) => (stepStarts[step + 1] ?? endedAt) - startedAt);
const report: WorkerCost = {
  ...cost,
  seconds: (endedAt - (stepStarts[0] ?? endedAt)) / 1000,
  longestStepSeconds: Math.max(0, ...stepMs) / 1000,
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
process.send?.(report);
process.disconnect?.();
