import * as z from 'zod';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { SenderRefused } from '../platform/email.ts';
import type { Change } from '../table/change.ts';
import { emailMarks, emailVoucher } from './mark-email.ts';
import { countsWrite, loadProgram } from './program-store.ts';
import { vouchersAfter } from './store.ts';
import { loadEmailFrame } from './voucher-email.ts';

const emailsOfOneStep = 10;

export const senderRefused =
  'Sending stopped: the email service does not accept our sender address. Tell your administrator, then publish again.';

/**
 * The steps that send a program's vouchers; the cursor is the place of the last one that was dealt with. A step is
 * claimed before its emails and they are marked after, with the job's progress, in one transaction. Whoever takes up a
 * dead worker's claim repeats the same emails under the same ids: at most those of one step, and none is lost.
 */
export const publishVouchers = defineJob({
  claims: true,
  input: z.object({ programId: z.string(), batchId: z.string() }),
  step: async ({ input: { programId, batchId }, cursor, startedBy, now }) => {
    const frame = await loadEmailFrame(await loadProgram(programId));
    const { vouchers, isLast } = await vouchersAfter(batchId, Number(cursor || 0), emailsOfOneStep);
    const changes: Change[] = [];
    const marked: Voucher[] = [];
    let last = Number(cursor || 0);
    let interrupted = false;
    for (const voucher of vouchers) {
      if (voucher.status === 'draft') {
        try {
          const after = await emailVoucher(frame, voucher, now);
          marked.push(after);
          changes.push(...emailMarks(voucher, after, startedBy, now));
        } catch (problem) {
          if (marked.length === 0)
            throw problem instanceof SenderRefused ? new JobStopped(senderRefused) : problem;
          // what went out is marked first; the next step goes on behind it
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
      next: finished ? null : String(last),
      tally: { added: sent, failed: undeliverable },
      message: finished ? 'The vouchers are sent.' : 'Sending vouchers.',
    };
  },
});
