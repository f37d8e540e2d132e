import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import { AddressRefused, type Email, SenderRefused, sendEmail } from '../platform/email.ts';
import { JobStopped } from './job-kind.ts';

export interface SentEach<Item> {
  sent: Item[];
  /** Rows with permanently refused addresses; empty if `interrupted`, because the next step reports them. */
  refusedRows: NewRefusedRow[];
  /** True if the email service failed after some emails: they are marked, and the next step sends the rest. */
  interrupted: boolean;
}

const refusal = (line: number, to: string): NewRefusedRow => ({
  line,
  reason: 'The email service does not accept this address.',
  code: 'invalid',
  cells: { Email: to },
});

/** Sends an email. Returns a refused row if its address is permanently refused. */
export async function sendOrRefuse(email: Email, line = 1): Promise<NewRefusedRow | undefined> {
  try {
    await sendEmail(email);
  } catch (error) {
    if (error instanceof SenderRefused)
      throw new JobStopped(
        'The email service does not accept our sender address. Contact the operator of this portal.',
      );
    if (error instanceof AddressRefused) return refusal(line, email.to);
    throw error;
  }
  return undefined;
}

/**
 * Sends the emails of a step sequentially, so that a service failure causes no duplicates. If the service fails before
 * the first email, throws its error, or `JobStopped` with `senderRefused` if our sender address is refused.
 */
export async function sendEach<Item>(
  items: readonly Item[],
  emailFor: (item: Item) => Email | Promise<Email>,
  senderRefused: string,
): Promise<SentEach<Item>> {
  const sent: Item[] = [];
  const refusedRows: NewRefusedRow[] = [];
  for (const item of items) {
    const email = await emailFor(item);
    try {
      await sendEmail(email);
      sent.push(item);
    } catch (error) {
      if (error instanceof AddressRefused) refusedRows.push(refusal(refusedRows.length + 1, email.to));
      else if (sent.length > 0) return { sent, refusedRows: [], interrupted: true };
      else throw error instanceof SenderRefused ? new JobStopped(senderRefused) : error;
    }
  }
  return { sent, refusedRows, interrupted: false };
}
