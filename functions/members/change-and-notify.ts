import { beginJob } from '../jobs/begin.ts';
import type { Caller } from '../users/caller.ts';
import type { Change } from '../table/write.ts';
import type { MemberEmail } from './email-content.ts';

/** The position of the job of the email before the rest of an ended membership is settled. */
export const settling = 'settling';
const settlingCursor = JSON.stringify(settling);

/** Commits changes and the notification of the member together. An end that is not complete is settled before the email. */
export async function changeAndNotify(
  email: MemberEmail,
  changes: readonly Change[],
  { caller, now, newId }: { caller: Pick<Caller, 'userId'>; now: Date; newId: () => string },
  { isComplete = true } = {},
): Promise<void> {
  const job = {
    id: newId(),
    kind: 'member email',
    input: email,
    total: 1,
    message: 'Telling the member.',
    ...(!isComplete && { cursor: settlingCursor }),
  } as const;
  await beginJob(job, caller, now, changes);
}
