import type { Approval, ApprovalNeeded } from '../../../shared/bank-files/approving/approval.ts';
import { limitProblem, reasonsForTwo } from '../../../shared/bank-files/approving/two-persons.ts';
import { isSameFilter, type RunPlan } from '../../../shared/bank-files/run-plan.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/change.ts';
import type { CurrentRun } from '../preview/current-run.ts';
import { writeAll } from '../store.ts';
import { loadUserNames } from '../user-name-store.ts';
import { approvalChange, approvalsOfDay, findApproval } from './approval-store.ts';
import { runFactsOf } from './run-facts.ts';

/** What a run needs before it is sent. Refuses ('conflict') one that the bank would not take. */
export async function approvalNeededFor(
  run: CurrentRun,
  plan: RunPlan,
  userId: string,
): Promise<ApprovalNeeded> {
  const facts = await runFactsOf(run, plan);
  const problem = limitProblem(run.settings, facts);
  if (problem) throw new Refusal('conflict', `${problem} Nothing was sent.`);
  const reasons = reasonsForTwo(run.settings, facts);
  if (reasons.length === 0) return null;
  const asked = await waitingFor(plan);
  const names = await loadUserNames(asked ? [asked.askedBy] : []);
  return {
    reasons,
    needsNote: facts.sameAs.length > 0,
    askedByName: asked ? (names.get(asked.askedBy) ?? '') : null,
    isAskedByCaller: asked?.askedBy === userId,
    note: asked?.note ?? null,
  };
}

async function waitingFor({ hash }: RunPlan): Promise<Approval | undefined> {
  const asked = await findApproval(hash);
  return asked?.status === 'waiting' ? asked : undefined;
}

interface Confirming {
  userId: string;
  note: string | undefined;
  now: Date;
}

/** Who sends a run: the one who confirmed it first, and the second; with the writes that say so. */
export interface Confirmed {
  sentBy: string;
  approvedBy: string | null;
  changes: Change[];
}

/**
 * Decides whether an administrator who confirmed a run with the PIN may send it: at once where one is enough, or as the
 * second of two. Undefined when another must confirm it first; that is written down, and nothing is sent.
 */
export async function confirmRun(
  run: CurrentRun,
  plan: RunPlan,
  { userId, note, now }: Confirming,
): Promise<Confirmed | undefined> {
  const needed = await approvalNeededFor(run, plan, userId);
  if (!needed) return { sentBy: userId, approvedBy: null, changes: [] };
  const asked = await waitingFor(plan);
  if (!asked) {
    await ask(run, plan, needed.reasons, noteOf(needed, note), userId, now);
    return undefined;
  }
  if (asked.askedBy === userId) return undefined;
  const event = {
    name: 'bank file approved',
    subject: `bank run ${plan.hash}`,
    who: userId,
    after: { askedBy: asked.askedBy, reasons: needed.reasons, note: asked.note },
  } as const;
  return {
    sentBy: asked.askedBy,
    approvedBy: userId,
    changes: [
      ...approvalChange(asked, { ...asked, status: 'approved', approvedBy: userId }),
      auditWrite(event, now),
    ],
  };
}

function noteOf({ needsNote }: NonNullable<ApprovalNeeded>, note: string | undefined): string | null {
  if (!needsNote) return null;
  if (note) return note;
  throw new Refusal(
    'invalid',
    'This file repeats another one. Enter why both are meant. Nothing was sent.',
    'note',
  );
}

/** Writes the first confirmation down; one of an earlier state of the same payments is void from then on. */
async function ask(
  run: CurrentRun,
  plan: RunPlan,
  reasons: string[],
  note: string | null,
  userId: string,
  now: Date,
): Promise<void> {
  const amount = run.lines.reduce((sum, { payment }) => sum + payment.amountToBeSent, 0);
  const asked: Approval = {
    hash: plan.hash,
    bankFlow: plan.bankFlow,
    filter: plan.filter,
    status: 'waiting',
    reasons,
    note,
    paymentCount: run.lines.length,
    amount,
    effectiveDate: plan.effectiveDate,
    askedOn: run.today,
    askedBy: userId,
    askedAt: now.toISOString(),
    approvedBy: null,
    version: 0,
  };
  const earlier = (await approvalsOfDay(run.today)).filter(({ filter }) => isSameFilter(filter, plan.filter));
  await writeAll([
    ...approvalChange((await findApproval(plan.hash)) ?? null, asked),
    ...earlier.flatMap((one) => approvalChange(one, { ...one, status: 'void' })),
    auditWrite(
      {
        name: 'bank file approval asked for',
        subject: `bank run ${plan.hash}`,
        who: userId,
        after: { reasons, note, paymentCount: run.lines.length, amount },
      },
      now,
    ),
  ]);
}
