import { Refusal } from '../../shared/refusal.ts';
import type {
  VoucherProgram,
  VoucherLogo,
  VoucherProgramForm,
} from '../../shared/vouchers/voucher-program.ts';
import { beginJob } from '../jobs/begin.ts';
import { loadJob } from '../jobs/store.ts';
import { auditWrite } from '../table/audit.ts';
import { loadProgram, programChange } from './program-store.ts';
import { transact } from '../table/transact.ts';

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

const alreadyPublished = 'This voucher program is published, so it can no longer be changed.';

/** Throws if the program is published (spec 2 §4). */
export function mustBeOpen({ publishedOn }: VoucherProgram): void {
  if (publishedOn !== null) throw new Refusal('conflict', alreadyPublished);
}

/** Throws while a recipients file is being processed. */
export async function mustNotBeUploading({ uploadJobId }: VoucherProgram): Promise<void> {
  const job = uploadJobId === null ? undefined : await loadJob(uploadJobId);
  if (job?.status === 'running')
    throw new Refusal('conflict', 'A recipients file is being processed. Wait until it is finished.');
}

/** Returns the program of a form; a logo that is neither selected nor removed remains. */
export function programOf(
  before: VoucherProgram | null,
  form: VoucherProgramForm,
  newLogo: VoucherLogo | undefined,
): VoucherProgram {
  const { id, partnerId, displayName, redemptionValue, startDate, endDate, partnerLogoFileName } = form;
  const currentLogo = partnerLogoFileName === null ? null : (before?.logo ?? null);
  return {
    batchId: null,
    recipientCount: 0,
    metadataColumns: [],
    uploadJobId: null,
    publishedOn: null,
    publishJobId: null,
    version: 0,
    ...before,
    id,
    partnerId,
    displayName,
    redemptionValue,
    startDate,
    endDate,
    logo: newLogo ?? currentLogo,
  };
}

export async function saveProgram(
  before: VoucherProgram | null,
  after: VoucherProgram,
  who: string,
  now: Date,
): Promise<VoucherProgram> {
  await transact(
    ...programChange(before, after),
    auditWrite(
      {
        name: before ? 'voucher program changed' : 'voucher program created',
        subject: `voucher program ${after.id}`,
        who,
        before: before ? { ...before } : undefined,
        after: { ...after },
      },
      now,
    ),
  );
  return { ...after, version: (before?.version ?? 0) + 1 };
}
