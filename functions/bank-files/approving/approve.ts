import { bankFlowTable } from '../../../shared/bank-files/bank-flow-table.ts';
import type { CheckSummary } from '../../../shared/bank-files/check-summary.ts';
import { filesOfDay } from '../../../shared/bank-files/bank-file.ts';
import type { RunFilter } from '../../../shared/bank-files/bank-run.ts';
import { type PaymentPlan, isSameFilter } from '../../../shared/bank-files/run-plan.ts';
import {
  repeatedWithinDays,
  type RunSummary,
  limitError,
  reasonsForTwo,
} from '../../../shared/bank-files/split-entries.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import { bankFilesStartedOn, loadBankFiles, writeAll } from '../store.ts';
import { loadBankNumbers } from '../numbers-store.ts';
import { loadPaymentPlan } from '../plan-files.ts';
import { filesOfContent, approvalChange, findApproval, listedApprovals } from './approval-store.ts';
import type { Approval, ApprovalNeeded } from '../../../shared/bank-files/approval.ts';
import type { BankSettings } from '../../../shared/bank-files/bank-settings.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { isSecondPerson } from '../../administrators/second-person.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { fraudHits } from '../treasury/fraud-store.ts';
import { loadUserNames } from '../../users/store.ts';

/** Returns the facts for the approval rules; without a summary, those of the plan's check. */
async function runSummaryOf(origin: string, plan: PaymentPlan, summary?: CheckSummary): Promise<RunSummary> {
  const { bankFlow, highestEntry } = plan;
  const { newAccounts, changedAccounts } = summary?.counts ?? plan;
  const side = bankFlowTable[bankFlow].direction;
  const numbers = await loadBankNumbers(origin);
  return {
    filesToday: filesOfDay(numbers, plan.createdOn),
    files: plan.files.map((file) => file[side]),
    highestEntry,
    startedToday: await startedOn(plan.createdOn, numbers.fileIds, side),
    newAccounts,
    changedAccounts,
    sameAs: await sameContent(plan),
  };
}

/**
 * Returns the total of a day's files in one direction. The day's number record compensates for eventually consistent
 * lists.
 */
async function startedOn(
  today: string,
  latest: readonly string[],
  side: 'debit' | 'credit',
): Promise<number> {
  const listed = (await bankFilesStartedOn(today)).map(({ id }) => id);
  const files = await loadBankFiles([...new Set([...listed, ...latest])]);
  return files
    .filter(({ startedAt }) => dateInChicago(new Date(startedAt)) === today)
    .filter(({ status, bankFlow }) => status !== 'canceled' && bankFlowTable[bankFlow].direction === side)
    .reduce((sum, file) => sum + file[side], 0);
}

async function sameContent(plan: PaymentPlan): Promise<string[]> {
  const since = addDays(plan.createdOn, -repeatedWithinDays);
  const sentFiles = await filesOfContent(plan.files.map(({ contentDigest }) => contentDigest));
  const recent = sentFiles.filter(({ startedAt }) => dateInChicago(new Date(startedAt)) >= since);
  const files = await loadBankFiles(recent.map(({ bankFileId }) => bankFileId));
  return files
    .filter(
      ({ status, runHash }) => status !== 'canceled' && status !== 'canceling' && runHash !== plan.runHash,
    )
    .map(({ name }) => name);
}

/** Returns the approval that a run requires. Throws ('conflict') when the run exceeds the bank's limits. */
export async function approvalNeededFor(
  settings: BankSettings,
  plan: PaymentPlan,
  { userId, now }: Pick<Confirming, 'userId' | 'now'>,
  summary?: CheckSummary,
): Promise<ApprovalNeeded> {
  const runSummary = await runSummaryOf(settings.origin, plan, summary);
  const error = limitError(settings, runSummary);
  if (error) throw new Refusal('conflict', `${error} Nothing was sent.`);
  const reasons = reasonsForTwo(settings, runSummary);
  if (reasons.length === 0) return null;
  const request = await waitingFor(plan, userId, now);
  const names = await loadUserNames(request ? [request.askedBy] : []);
  return {
    reasons,
    needsNote: runSummary.sameAs.length > 0,
    requestedByName: request ? (names.get(request.askedBy) ?? '') : null,
    isRequestedByCaller: request?.askedBy === userId,
    note: request?.note ?? null,
  };
}

/** Returns the request that waits for a second person; that of an administrator who can no longer confirm is void. */
async function waitingFor(
  { runHash }: PaymentPlan,
  userId: string,
  now: Date,
): Promise<Approval | undefined> {
  const approval = await findApproval(runHash);
  if (approval?.status !== 'waiting') return undefined;
  const isValid = approval.askedBy === userId || (await isSecondPerson(approval.askedBy, userId, now));
  return isValid ? approval : undefined;
}

const nameOf = async (userId: string): Promise<string> =>
  (await loadUserNames([userId])).get(userId) ?? 'An administrator';

/**
 * Ends today's requests of a filter whose files would differ from the confirmed ones: they are listed as changed, or
 * void if nothing can be sent (`isCurrent` is null).
 */
export async function endChanged(
  filter: RunFilter,
  now: Date,
  isCurrent: ((plan: PaymentPlan) => boolean) | null,
): Promise<void> {
  for (const request of await listedApprovals(dateInChicago(now))) {
    if (!isSameFilter(request.filter, filter)) continue;
    if (isCurrent) {
      const plan = request.status === 'waiting' ? await loadPaymentPlan(request.runHash) : undefined;
      if (request.status !== 'waiting' || (plan && isCurrent(plan))) continue;
    }
    const name = await nameOf(request.askedBy);
    const text = `Its payments changed after ${name} requested approval. Nothing was sent.`;
    const after = isCurrent
      ? ({ status: 'changed', ended: { at: now.toISOString(), text } } as const)
      : ({ status: 'void' } as const);
    await writeAll(approvalChange(request, { ...request, ...after })).catch((error: unknown) => {
      // it was confirmed at the same time
      if (!(error instanceof Refusal)) throw error;
    });
  }
}

/** Ends a request: the second administrator refuses it with a reason, the first one withdraws it. */
export async function refuseRequest(
  runHash: string,
  { userId, note = '', now }: Confirming,
): Promise<string> {
  const request = await findApproval(runHash);
  if (request?.status !== 'waiting' || request.askedOn !== dateInChicago(now))
    throw new Refusal('conflict', 'This file no longer waits for approval. Reload to see the changes.');
  const isOwn = request.askedBy === userId;
  const ended = {
    at: now.toISOString(),
    text: `${await nameOf(userId)} refused the request of ${await nameOf(request.askedBy)}: “${note}” Nothing was sent.`,
  };
  await writeAll([
    ...approvalChange(request, { ...request, status: isOwn ? 'void' : 'refused', ended }),
    auditWrite(
      {
        name: isOwn ? 'bank file approval withdrawn' : 'bank file approval refused',
        subject: `bank run ${runHash}`,
        who: userId,
        after: { note },
      },
      now,
    ),
  ]);
  return isOwn ? 'The request is withdrawn. Nothing was sent.' : 'The file is refused. Nothing was sent.';
}

interface Confirming {
  userId: string;
  note: string | undefined;
  now: Date;
}

export interface Confirmed {
  sentBy: string;
  approvedBy: string | null;
  changes: Change[];
}

/**
 * Decides whether an administrator who entered the PIN may send the run. When another must confirm first, stores the
 * confirmation and returns undefined.
 */
export async function confirmRun(
  settings: BankSettings,
  plan: PaymentPlan,
  { userId, note, now }: Confirming,
  summary?: CheckSummary,
): Promise<Confirmed | undefined> {
  const needed = await approvalNeededFor(settings, plan, { userId, now }, summary);
  const request = await waitingFor(plan, userId, now);
  if (!request) {
    if (!needed) return { sentBy: userId, approvedBy: null, changes: [] };
    await ask(plan, needed.reasons, noteOf(needed, note), userId, now);
    return undefined;
  }
  if (request.askedBy === userId) {
    if (needed) return undefined;
    // A file sent in the meantime can make the second administrator unnecessary.
    const changes = approvalChange(request, { ...request, status: 'void' });
    return { sentBy: userId, approvedBy: null, changes };
  }
  // A file sent in the meantime can make a note necessary.
  const approved = { ...request, note: request.note ?? (needed && noteOf(needed, note)) };
  const event = {
    name: 'bank file approved',
    subject: `bank run ${plan.runHash}`,
    who: userId,
    after: { askedBy: request.askedBy, reasons: needed?.reasons ?? [], note: approved.note },
  } as const;
  return {
    sentBy: request.askedBy,
    approvedBy: userId,
    changes: [
      ...approvalChange(request, { ...approved, status: 'approved', approvedBy: userId }),
      auditWrite(event, now),
    ],
  };
}

function noteOf({ needsNote }: NonNullable<ApprovalNeeded>, note: string | undefined): string | null {
  if (!needsNote) return null;
  if (note) return note;
  throw new Refusal('invalid', 'This file repeats another file. Enter the reason. Nothing was sent.', 'note');
}

async function ask(
  plan: PaymentPlan,
  reasons: string[],
  note: string | null,
  userId: string,
  now: Date,
): Promise<void> {
  const { paymentCount, amount } = plan;
  const approval: Approval = {
    runHash: plan.runHash,
    bankFlow: plan.bankFlow,
    filter: plan.filter,
    status: 'waiting',
    reasons,
    note,
    paymentCount,
    amount,
    effectiveDate: plan.effectiveDate,
    askedOn: plan.createdOn,
    askedBy: userId,
    askedAt: now.toISOString(),
    approvedBy: null,
    ended: null,
    version: 0,
  };
  const earlier = (await listedApprovals(plan.createdOn)).filter(
    ({ filter, runHash }) => runHash !== plan.runHash && isSameFilter(filter, plan.filter),
  );
  await writeAll([
    ...approvalChange((await findApproval(plan.runHash)) ?? null, approval),
    ...earlier.flatMap((item) => approvalChange(item, { ...item, status: 'void' })),
    ...fraudHits('second', 1, now),
    ...fraudHits('repeated', note === null ? 0 : 1, now),
    auditWrite(
      {
        name: 'bank file approval asked for',
        subject: `bank run ${plan.runHash}`,
        who: userId,
        after: { reasons, note, paymentCount, amount },
      },
      now,
    ),
  ]);
}
