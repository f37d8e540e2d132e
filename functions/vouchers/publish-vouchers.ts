import * as z from 'zod';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { SenderRefused } from '../platform/email.ts';
import type { Change } from '../table/write.ts';
import { emailMarks, emailVoucher } from './send-voucher.ts';
import { countsWrite, loadProgram } from './program-store.ts';
import { vouchersAfter } from './store.ts';
import { loadEmailFrame } from './voucher-email.ts';

const emailsPerStep = 10;

export const senderRefused =
  'Sending stopped: the email service rejected our sender address. Notify your administrator, then publish again.';

/**
 * Sends a program's vouchers; the cursor is the position of the last processed one. A step claims its emails before
 * sending and marks them afterwards, with the job's progress, in one transaction. After a crash, at most the emails of
 * one step are repeated with the same IDs, and none is lost.
 */
export const publishVouchers = defineJob({
  claims: true,
  input: z.object({ programId: z.string(), batchId: z.string() }),
  cursor: z.int().default(0),
  step: async ({ input: { programId, batchId }, cursor, startedBy, now }) => {
    const frame = await loadEmailFrame(await loadProgram(programId));
    const { vouchers, isLast } = await vouchersAfter(batchId, cursor, emailsPerStep);
    const changes: Change[] = [];
    const marked: Voucher[] = [];
    let last = cursor;
    let interrupted = false;
    for (const voucher of vouchers) {
      if (voucher.status === 'draft') {
        try {
          const after = await emailVoucher(frame, voucher, now);
          marked.push(after);
          changes.push(...emailMarks(voucher, after, startedBy, now));
        } catch (error) {
          if (marked.length === 0)
            throw error instanceof SenderRefused ? new JobStopped(senderRefused) : error;
          // mark the emails that were sent; the next step continues after them
          interrupted = true;
          break;
        }
      }
      last = voucher.place;
    }
    const sent = marked.filter(({ status }) => status === 'sent').length;
    const undeliverable = marked.length - sent;
    const finished = isLast && !interrupted;
    return {
      changes: [...changes, ...countsWrite(programId, { sent, undeliverable })],
      done: marked.length,
      next: finished ? null : last,
      tally: { added: sent, failed: undeliverable },
      message: finished ? 'The vouchers were sent.' : 'Sending vouchers.',
    };
  },
});
