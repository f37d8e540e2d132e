import type { BankFile } from '../../../shared/bank-files/bank-file.ts';
import { remoteNameOf } from '../../../shared/bank-files/bank-profile.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { nextNumbers, withFilesStarted } from '../../../shared/bank-files/file-numbers.ts';
import type { PaymentPlan } from '../../../shared/bank-files/run-plan.ts';
import { fileIdModifierOf } from '../../../shared/bank-files/split-entries.ts';
import { beginJob } from '../../jobs/begin.ts';
import { traceId } from '../../platform/log.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Confirmed } from '../approving/approve.ts';
import type { RunOpening } from '../preview/opening.ts';
import { tracesOf } from '../preview/prepare.ts';
import { bankFileChange, bankRunChange, type BankRun } from '../store.ts';
import { bankNumbersChange } from '../numbers-store.ts';
import { workOf, type Sender } from '../begin-single-file.ts';

/** Starts a run under the next numbers of its origin, in a single transaction that also creates the job. */
export async function startRun(
  opening: RunOpening,
  plan: PaymentPlan,
  confirmed: Confirmed,
  { userId, now, newId }: Sender,
): Promise<BankRun> {
  const jobId = newId();
  const begun: BankRun = {
    runHash: plan.runHash,
    fileIds: plan.files.map(({ id }) => id),
    jobId,
    startedBy: userId,
    version: 0,
  };
  const { settings, numbers } = opening;
  const traces = tracesOf(plan, settings.offsetAccount !== undefined);
  const first = nextNumbers(numbers, plan.createdOn, traces);
  const files = filesOf(settings, plan, first, confirmed, now);
  await beginJob(
    {
      id: jobId,
      kind: 'bank files',
      input: { runHash: plan.runHash },
      total: workOf(plan),
      message: messageOf(plan),
    },
    { userId },
    now,
    [
      ...bankRunChange(null, begun),
      ...bankNumbersChange(
        numbers,
        withFilesStarted(numbers, plan.createdOn, begun.fileIds, first.firstTrace + traces),
      ),
      ...files.flatMap((file) => bankFileChange(null, file)),
      ...confirmed.changes,
      auditWrite(
        {
          name: 'bank file started',
          subject: `bank run ${plan.runHash}`,
          who: userId,
          after: { files: files.map(({ id, name, fileHash }) => ({ id, name, fileHash })) },
        },
        now,
      ),
    ],
  );
  return begun;
}

const filesOf = (
  settings: BankSettings,
  plan: PaymentPlan,
  first: ReturnType<typeof nextNumbers>,
  { sentBy, approvedBy }: Confirmed,
  now: Date,
): BankFile[] =>
  plan.files.map(({ paymentCount, id, fileHash, place, firstTrace, debit, credit }) => {
    const fileIdModifier = fileIdModifierOf(first.fileIndex + place);
    return {
      id,
      name: remoteNameOf(settings, {
        createdOn: plan.createdOn,
        fileIdModifier,
        bankFlow: plan.bankFlow,
        fileHash,
      }),
      fileHash,
      fileIdModifier,
      firstTrace: first.firstTrace + firstTrace - 1,
      debit,
      credit,
      runHash: plan.runHash,
      bankFlow: plan.bankFlow,
      filter: plan.filter,
      status: 'reserving',
      effectiveDate: plan.effectiveDate,
      lineCount: paymentCount,
      sentBy,
      approvedBy,
      startedAt: now.toISOString(),
      requestId: traceId(),
      statusAt: now.toISOString(),
      reason: null,
      attempts: 0,
      version: 0,
    };
  });

export const messageOf = ({ files }: PaymentPlan): string =>
  files.length === 1 ? 'Sending the file.' : `Sending ${files.length} files.`;
