import { beginJob } from '../jobs/begin.ts';
import type { Caller } from '../users/caller.ts';
import type { Change } from '../table/write.ts';
import type { MemberEmail } from './email-content.ts';

/** Commits changes and the notification of the member together. */
export async function changeAndNotify(
  email: MemberEmail,
  changes: readonly Change[],
  { caller, now, newId }: { caller: Pick<Caller, 'userId'>; now: Date; newId: () => string },
): Promise<void> {
  const job = {
    id: newId(),
    kind: 'member email',
    input: email,
    total: 1,
    message: 'Telling the member.',
  } as const;
  await beginJob(job, caller, now, changes);
}
