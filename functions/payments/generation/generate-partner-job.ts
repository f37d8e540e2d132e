import * as z from 'zod';
import { Refusal } from '../../../shared/refusal.ts';
import type { PartnerGroupMembership } from '../../../shared/payments/due-payment.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { requireUnchanged } from '../../group-memberships/store.ts';
import { defineJob, type StepContext } from '../../jobs/job-kind.ts';
import { auditWrite } from '../../table/audit.ts';
import type { Change } from '../../table/write.ts';
import { paymentListName } from '../../table/keys.ts';
import { writeAlone } from '../../table/transact.ts';
import { duePartnerPayment, partnerPaymentId } from './due-partner-payments.ts';
import { generationInput, partnersFrom, type GenerationInput } from './generation.ts';
import { reasonParts } from '../reason-store.ts';
import { droppedCorrections } from './generation-cursor.ts';
import { loadPayments, paymentChange } from '../store.ts';
import { decidePayments } from './due-payments.ts';

/** Each partner has one payment per list, so that a step's payments and its progress fit one transaction. */
const partnersInStep = 8;

/** Generates partner payments, several partners per step. Each payment is written in the step's own transaction. */
export const partnerPaymentsJob = defineJob({
  input: generationInput,
  cursor: z.string().nullable().default(null),
  step: async (context) => {
    const { input, cursor, startedBy, jobId, now } = context;
    const { partners, next } = await partnersFrom(input, cursor, partnersInStep);
    const parts = await Promise.all(partners.map((partner) => partnerStep(partner, context)));
    const tally = { added: 0, changed: 0, removed: 0, kept: 0 };
    for (const { what } of parts) if (what) tally[what] += 1;
    const event = auditWrite(
      {
        name: 'payments generated',
        subject: paymentListName('partner', input),
        who: startedBy,
        after: { ...input, generationId: jobId },
      },
      now,
    );
    return {
      changes: [...parts.flatMap(({ changes }) => changes), ...(next === null ? [event] : [])],
      done: partners.length,
      next,
      tally,
      refusedRows: parts.flatMap(({ dropped }) => dropped),
      message: next === null ? 'The payments were generated.' : 'Processing partners.',
    };
  },
});

interface PartnerStep {
  changes: Change[];
  what?: 'added' | 'changed' | 'removed' | 'kept';
  dropped: ReturnType<typeof droppedCorrections>;
}

async function partnerStep(
  partner: PartnerGroupMembership,
  { input, jobId, now }: Pick<StepContext<GenerationInput>, 'input' | 'jobId' | 'now'>,
): Promise<PartnerStep> {
  const due = await duePartnerPayment(partner, input, jobId, now);
  if (!due) {
    const [existing] = await loadPayments([partnerPaymentId(input, partner.partner.id)]);
    if (!existing) return { changes: [], dropped: [] };
    if (!isReplaceable(existing) || input.onlyMissing) return { changes: [], what: 'kept', dropped: [] };
    return { changes: paymentChange(existing, null), what: 'removed', dropped: [] };
  }
  const decided = await decidePayments([due], input);
  const [decidedPayment] = decided;
  if (!decidedPayment || decidedPayment.outcome.what === 'kept')
    return { changes: [], what: 'kept', dropped: [] };
  for (const part of reasonParts(due.payment.id, due.memberIds)) await writeAlone(part);
  return {
    // a concurrent change of terms updates existing payments; this check prevents writing one with the old terms
    changes: [
      ...paymentChange(decidedPayment.existing ?? null, decidedPayment.outcome.after),
      ...termsUnchanged(partner),
    ],
    what: decidedPayment.outcome.what,
    dropped: droppedCorrections(decided, Number(partner.partner.id)),
  };
}

const termsUnchanged = ({ groupMembership }: PartnerGroupMembership): Change[] =>
  groupMembership
    ? [
        requireUnchanged(
          groupMembership,
          new Refusal('conflict', 'The group membership changed while its payments were generated.'),
        ),
      ]
    : [];
