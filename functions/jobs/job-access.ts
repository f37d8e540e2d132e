import { accessRefused, mayReadJob } from '../../shared/managers/manager-access.ts';
import type { DownloadName } from '../../shared/jobs/download.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { Caller } from '../users/caller.ts';
import { accessOf } from '../users/user.ts';
import type { JobRecord } from './store.ts';

/** Throws 'forbidden' for a manager whose access does not include the kind of job, also one that the manager started. */
export function requireJobAccess({ user }: Caller, { kind, input }: Pick<JobRecord, 'kind' | 'input'>): void {
  const access = user && accessOf(user);
  if (access && !mayReadJob(access, kind, input.what as DownloadName | undefined))
    throw new Refusal('forbidden', accessRefused);
}
