import * as z from 'zod';
import { defineJob, JobStopped } from '../jobs/job-kind.ts';
import { SenderRefused } from '../platform/email.ts';
import { countsStep } from './program-store.ts';
import { emailMarks, emailVoucher } from './send-voucher.ts';
import { countsWrite, loadProgram } from './program-store.ts';
import { senderRefused } from './publish-vouchers.ts';
import { loadVoucher } from './store.ts';
import { loadEmailFrame } from './voucher-email.ts';

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
