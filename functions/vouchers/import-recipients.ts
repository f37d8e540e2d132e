import { recipientParts } from './recipient-parts.ts';
import { type RecipientRow } from '../../shared/vouchers/recipient-rows.ts';
import * as z from 'zod';
import { loadPartFrom } from '../platform/stored-parts.ts';
import type { Voucher } from '../../shared/vouchers/voucher.ts';
import { defineJob, JobStopped, type StepContext, type StepResult } from '../jobs/job-kind.ts';
import { auditWrite } from '../table/audit.ts';
import { newVoucherCode, voucherToken, voucherTokenHash } from './voucher-token.ts';
import { loadProgram, programChange } from './program-store.ts';
import { countVouchers, voucherChange, vouchersAfter, voucherId } from './store.ts';

// a voucher is five items of a transaction of at most 100, which includes the job and the program
const vouchersPerStep = 18;

const input = z.object({
  programId: z.string(),
  rowCount: z.int(),
  metadataColumns: z.array(z.string()),
});

const cursor = z
  .discriminatedUnion('phase', [
    z.object({ phase: z.literal('write'), from: z.int() }),
    z.object({ phase: z.literal('switch') }),
    z.object({ phase: z.literal('remove'), batchId: z.string() }),
  ])
  .default({ phase: 'write', from: 0 });
type Context = StepContext<z.output<typeof input>, unknown>;
type Step = Promise<StepResult<z.output<typeof cursor>>>;

/**
 * Imports a recipients file: writes its vouchers beside the active ones, activates them with one write of the program,
 * then removes the old ones.
 */
export const importRecipients = defineJob({
  input,
  cursor,
  step: (context) => {
    if (context.cursor.phase === 'write') return writeVouchers(context, context.cursor.from);
    return context.cursor.phase === 'switch'
      ? activateVouchers(context)
      : removeVouchers(context.cursor.batchId);
  },
});

async function writeVouchers({ jobId, input }: Context, start: number): Step {
  const { partnerId } = await loadProgram(input.programId);
  const rows = (await loadPartFrom(recipientParts, jobId, start)).slice(0, vouchersPerStep);
  const drafts = await Promise.all(
    rows.map((row, index) => draftOf(row, jobId, start + index + 1, { id: input.programId, partnerId })),
  );
  const done = start + rows.length;
  return {
    changes: drafts.flatMap((draft) => voucherChange(null, draft)),
    done: rows.length,
    next: done < input.rowCount ? { phase: 'write', from: done } : { phase: 'switch' },
    tally: { uploaded: rows.length },
    message: 'Creating the voucher codes.',
  };
}

async function draftOf(
  { email, metadata }: RecipientRow,
  batchId: string,
  index: number,
  program: { id: string; partnerId: string },
): Promise<Voucher> {
  const id = voucherId(batchId, index);
  return {
    id,
    batchId,
    programId: program.id,
    partnerId: program.partnerId,
    place: index,
    code: newVoucherCode(),
    recipientEmail: email,
    metadata,
    status: 'draft',
    linkNumber: 1,
    tokenHash: voucherTokenHash(await voucherToken(id, 1)),
    emailNumber: 0,
    emailedOn: null,
    softBounces: 0,
    bouncedEmail: 0,
    emailProblem: null,
    facilityId: null,
    facilityNumber: null,
    facilityName: null,
    redeemedBy: null,
    redeemedOn: null,
    version: 0,
  };
}

async function activateVouchers({ jobId, input, startedBy, now }: Context): Step {
  const program = await loadProgram(input.programId);
  if (program.publishedOn !== null)
    throw new JobStopped('The program was published during the upload, so its recipients did not change.');
  const { metadataColumns, rowCount } = input;
  const old = program.batchId;
  return {
    changes: [
      ...programChange(program, {
        ...program,
        batchId: jobId,
        recipientCount: rowCount,
        metadataColumns,
        uploadJobId: null,
      }),
      auditWrite(
        {
          name: 'voucher recipients uploaded',
          subject: `voucher program ${program.id}`,
          who: startedBy,
          before: { recipients: program.recipientCount },
          after: { recipients: rowCount, jobId },
        },
        now,
      ),
    ],
    done: 0,
    total: rowCount + (old === null ? 0 : await countVouchers(old)),
    next: old === null ? null : { phase: 'remove', batchId: old },
    message: old === null ? finished : 'Removing the previous codes.',
  };
}

const finished = 'The recipients were saved.';

async function removeVouchers(batchId: string): Step {
  const { vouchers, isLast } = await vouchersAfter(batchId, 0, vouchersPerStep);
  return {
    changes: vouchers.flatMap((voucher) => voucherChange(voucher, null)),
    done: vouchers.length,
    next: isLast ? null : { phase: 'remove', batchId },
    message: isLast ? finished : 'Removing the previous codes.',
  };
}
