import { queueHandlers } from '../../../infra/build/handlers.ts';
import { workerOfKind, type JobKind } from '../../../shared/jobs/job.ts';

const ofJob = 'job ';

/** The role of a job step during a test: that of its worker, with the job's kind. */
export const roleOfJob = (kind: string): string => `${ofJob}${kind}`;

/** The kind of the job that a role takes steps of; undefined of a handler's own. */
export const kindOfRole = (role: string): JobKind | undefined =>
  role.startsWith(ofJob) ? (role.slice(ofJob.length) as JobKind) : undefined;

/** Returns the handler of the active role: the handler itself, or the worker of a job's kind. */
export function handlerOfRole(role: string): string {
  const kind = kindOfRole(role);
  return kind ? queueHandlers[workerOfKind(kind)] : role;
}
