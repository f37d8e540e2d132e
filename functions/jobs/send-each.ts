import type { RefusedRow } from '../../shared/jobs/job.ts';
import { AddressRefused, type Email, SenderRefused, sendEmail } from '../platform/email.ts';
import { JobStopped } from './job-kind.ts';

export interface SentEach<Item> {
  told: Item[];
  /** Whose address is never taken; none where `interrupted`, since who takes the rest up again says them then. */
  refusedRows: RefusedRow[];
  /** The email service failed after some were sent: these are marked first, and the next step goes on with the rest. */
  interrupted: boolean;
}

/**
 * The emails of a step, one after the other, so that nobody is told twice where the service fails in the middle.
 * Where it fails before the first was sent, it throws: what was refused, or `JobStopped` with `senderRefused` where no
 * email can be sent from our address.
 */
export async function sendEach<Item>(
  items: readonly Item[],
  emailFor: (item: Item) => Email | Promise<Email>,
  senderRefused: string,
): Promise<SentEach<Item>> {
  const told: Item[] = [];
  const refusedRows: RefusedRow[] = [];
  for (const item of items) {
    const email = await emailFor(item);
    try {
      await sendEmail(email);
      told.push(item);
    } catch (problem) {
      if (problem instanceof AddressRefused)
        refusedRows.push({
          line: refusedRows.length + 1,
          reason: 'The email service does not accept this address.',
          cells: { Email: email.to },
        });
      else if (told.length > 0) return { told, refusedRows: [], interrupted: true };
      else throw problem instanceof SenderRefused ? new JobStopped(senderRefused) : problem;
    }
  }
  return { told, refusedRows, interrupted: false };
}
