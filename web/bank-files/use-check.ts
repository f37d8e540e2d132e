import type { CheckAnswer } from '../../shared/bank-files/check-answer.ts';
import type { Job } from '../../shared/jobs/job.ts';
import { useBoundRequest, useJob } from '../app/data.ts';
import type { BankFileCalls } from './calls.ts';

interface Check {
  /** The result; undefined while the check is running. */
  checked: CheckAnswer | undefined;
  /** The job of a run that is too large for one request. */
  job: Job | undefined;
  error: unknown;
  isChecking: boolean;
  checkAgain: () => void;
}

/** Checks the payments directly or by a job, and returns the job's result when it ends. */
export function useCheck(calls: BankFileCalls): Check {
  const call = useBoundRequest(calls.check, { revalidate: false });
  const jobId = call.retrying ? null : (call.data?.jobId ?? null);
  const { job, error: jobError } = useJob(jobId);
  const isOver = job !== undefined && job.status !== 'running';
  const result = useBoundRequest(jobId !== null && isOver ? calls.checkOf(jobId) : null, {
    revalidate: false,
  });
  const answer = jobId === null ? call : result;
  return {
    checked: answer.retrying ? undefined : answer.data,
    job: jobId === null ? undefined : job,
    error: answer.retrying ? undefined : (answer.error ?? (jobId === null ? undefined : jobError)),
    isChecking: answer.retrying,
    checkAgain: call.reload,
  };
}
