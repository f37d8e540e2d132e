import { Refusal } from '../../shared/refusal.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import { beginJob } from '../jobs/begin.ts';
import { loadJob } from '../jobs/store.ts';
import { auditWrite } from '../table/audit.ts';
import { loadProgram, programChange } from './program-store.ts';

interface StartedPublication {
  success: true;
  jobId: string;
  message: string;
}

/** Returns the publication of a program that is running or completed; undefined if there is none or it failed. */
export async function runningPublication({
  publishJobId,
}: VoucherProgram): Promise<StartedPublication | undefined> {
  const job = publishJobId === null ? undefined : await loadJob(publishJobId);
  if (!job || job.status === 'failed') return undefined;
  const message = job.status === 'done' ? 'The vouchers were sent.' : 'The vouchers are already being sent.';
  return { success: true, jobId: job.id, message };
}

/**
 * Publishes a program and starts its job in one transaction, or resumes a failed publication. Concurrent requests
 * receive the same job.
 */
export async function startPublication(
  program: VoucherProgram,
  { userId, now, newId }: { userId: string; now: Date; newId: () => string },
): Promise<StartedPublication> {
  const id = newId();
  try {
    return await beginJob(
      {
        id,
        kind: 'voucher publication',
        input: { programId: program.id, batchId: program.batchId },
        total: program.recipientCount,
        message: 'Sending vouchers.',
        partnerId: program.partnerId,
      },
      { userId },
      now,
      [
        ...programChange(program, {
          ...program,
          publishedOn: program.publishedOn ?? now.toISOString(),
          publishJobId: id,
        }),
        auditWrite(
          {
            name: 'voucher program published',
            subject: `voucher program ${program.id}`,
            who: userId,
            after: { recipients: program.recipientCount, version: program.version, jobId: id },
          },
          now,
        ),
      ],
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
    const other = await runningPublication(await loadProgram(program.id));
    if (other) return other;
    throw error;
  }
}
