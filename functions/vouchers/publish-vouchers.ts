import * as z from 'zod';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { SenderRefused } from '../platform/email.ts';
import type { Change } from '../table/write.ts';
import { emailMarks, emailVoucher, loadEmailFrame } from './voucher-email.ts';
import { countsWrite, loadProgram, countsStep } from './program-store.ts';
import { vouchersAfter, loadVoucher } from './store.ts';

const emailsPerStep = 10;

const senderRefused =
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

/** Sends one voucher again in a single step. A repeated step sends nothing, because the email number is used. */
export const emailVoucherAgain = defineJob({
  claims: true,
  input: z.object({ voucherId: z.string(), emailNumber: z.int() }),
  cursor: z.undefined(),
  step: async ({ input: { voucherId, emailNumber }, startedBy, now }) => {
    const voucher = await loadVoucher(voucherId);
    const isDone = voucher.emailNumber >= emailNumber || !['sent', 'undeliverable'].includes(voucher.status);
    if (isDone) return { done: 1, next: null, message: 'This voucher needs no email.' };
    const frame = await loadEmailFrame(await loadProgram(voucher.programId));
    const after = await emailVoucher(frame, voucher, now).catch((error: unknown) => {
      throw error instanceof SenderRefused ? new JobStopped(senderRefused) : error;
    });
    return {
      changes: [
        ...emailMarks(voucher, after, startedBy, now),
        ...countsWrite(voucher.programId, countsStep(voucher, after)),
      ],
      done: 1,
      next: null,
      tally: after.status === 'sent' ? { added: 1 } : { failed: 1 },
      message: after.status === 'sent' ? 'The voucher was sent.' : 'This address is not accepted.',
    };
  },
});
