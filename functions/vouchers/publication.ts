import { Refusal } from '../../shared/refusal.ts';
import type { VoucherProgram } from '../../shared/vouchers/voucher-program.ts';
import { beginJob } from '../jobs/begin.ts';
import { loadJob } from '../jobs/store.ts';
import { auditWrite } from '../table/audit.ts';
import { loadProgram, programChange } from './program-store.ts';

interface Begun {
  success: true;
  jobId: string;
  message: string;
}

/** The publication of a program that is under way or done; undefined when there is none, or when it broke off. */
export async function runningPublication({ publishJobId }: VoucherProgram): Promise<Begun | undefined> {
  const job = publishJobId === null ? undefined : await loadJob(publishJobId);
  if (!job || job.status === 'failed') return undefined;
  const message = job.status === 'done' ? 'The vouchers were sent.' : 'The vouchers are being sent already.';
  return { success: true, jobId: job.id, message };
}

/**
 * Publishes a program and begins its job in one transaction; a publication that broke off is gone on with. Of two at
 * the same moment both get the one job.
 */
export async function beginPublication(
  program: VoucherProgram,
  { userId, now, newId }: { userId: string; now: Date; newId: () => string },
): Promise<Begun> {
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
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.code !== 'conflict') throw problem;
    const other = await runningPublication(await loadProgram(program.id));
    if (other) return other;
    throw problem;
  }
}
