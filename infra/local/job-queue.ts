import { soon } from './time-and-chance.ts';
/**
 * What SQS is to the jobs, in this process: one job after the other, and a job whose message waits or is being worked
 * on gets no second one. `take` works on a job to its end.
 */
export function localJobQueue(take: (jobId: string) => Promise<unknown>): (jobId: string) => void {
  const waiting: string[] = [];
  let current: string | undefined;
  const takeAll = async () => {
    if (current !== undefined) return;
    for (current = waiting.shift(); current !== undefined; current = waiting.shift())
      try {
        await take(current);
      } catch (problem) {
        console.error(`Job ${current} stopped:`, problem);
      }
  };
  return (jobId) => {
    if (jobId === current || waiting.includes(jobId)) return;
    waiting.push(jobId);
    soon(takeAll);
  };
}
