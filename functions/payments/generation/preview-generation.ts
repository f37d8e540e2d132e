import type { PartnerGroupMembership } from '../../../shared/payments/due-payment.ts';
import type { GenerationPreview } from '../../../shared/payments/preview.ts';
import { isReplaceable } from '../../../shared/payments/regeneration.ts';
import { isSentOrReserved, type Payment } from '../../../shared/payments/payment.ts';
import { partnersFrom, type GenerationInput } from './generation.ts';
import type { GenerationKind } from './generation-cursor.ts';
import { duePartnerPayment, partnerPaymentId } from './due-partner-payments.ts';
import { sharesOf } from '../shares/month-shares.ts';
import { moversOf } from './mover-store.ts';
import { loadPayments } from '../store.ts';
import { decidePayments, type DecidedPayment } from './due-payments.ts';

const partnersAtOnce = 20;

/** Limits of a preview: enrollments read and differences shown. The counts indicate if there are more. */
export const previewLimits = { enrollments: 30_000, rows: 200 };

const dryRun = 'preview';

/** Sums of total payments in cents, and a payment that is not due but was sent or is in a bank file. */
interface PreviewSums {
  added: number;
  removed: number;
  /** Dues that are not added because their month is locked. */
  locked: { count: number; amount: number };
  sent: Payment | undefined;
}

class Preview {
  readonly sums: PreviewSums = { added: 0, removed: 0, locked: { count: 0, amount: 0 }, sent: undefined };
  readonly counted: GenerationPreview = {
    added: 0,
    changed: 0,
    removed: 0,
    kept: 0,
    complete: true,
    rows: [],
  };

  add({ existing, outcome }: Pick<DecidedPayment, 'existing' | 'outcome'>): void {
    this.counted[outcome.what] += 1;
    if (outcome.what === 'added') this.sums.added += outcome.after.totalPayment;
    if (outcome.what !== 'kept')
      this.show(
        outcome.what,
        outcome.after,
        existing?.amountToBeSent ?? null,
        outcome.after.amountToBeSent,
        outcome.what === 'changed' && outcome.droppedCorrection,
      );
  }

  locked({ totalPayment }: Payment): void {
    const { count, amount } = this.sums.locked;
    this.sums.locked = { count: count + 1, amount: amount + totalPayment };
  }

  leftover(payment: Payment): void {
    if (!isReplaceable(payment)) {
      this.counted.kept += 1;
      if (isSentOrReserved(payment)) this.sums.sent ??= payment;
    } else {
      this.counted.removed += 1;
      this.sums.removed += payment.totalPayment;
      this.show('removed', payment, payment.amountToBeSent, null, false);
    }
  }

  private show(
    what: 'added' | 'changed' | 'removed',
    payment: Payment,
    before: number | null,
    after: number | null,
    droppedCorrection: boolean,
  ): void {
    if (this.counted.rows.length < previewLimits.rows)
      this.counted.rows.push({
        what,
        partnerName: payment.partnerName,
        facilityName: payment.kind === 'partner' ? null : payment.facilityName,
        memberId: payment.kind === 'member' ? payment.memberId : null,
        memberFullName: payment.kind === 'member' ? payment.memberFullName : null,
        before,
        after,
        droppedCorrection,
      });
  }
}

/** Previews the generation of partner payments. */
export const previewPartners = (input: GenerationInput, now: Date): Promise<GenerationPreview> =>
  previewPages(input, async (partner, preview) => {
    const due = await duePartnerPayment(partner, input, dryRun, now);
    if (due) for (const payment of await decidePayments([due], input)) preview.add(payment);
    else
      for (const payment of await loadPayments([partnerPaymentId(input, partner.partner.id)]))
        preview.leftover(payment);
    return due?.memberIds.length ?? 0;
  });

/** Previews the generation of facility or member payments. */
export const previewPayments = (
  kind: GenerationKind,
  input: GenerationInput,
  now: Date,
): Promise<GenerationPreview> =>
  previewPages(input, (partner, preview) => previewPartner(kind, partner, input, now, preview));

/** Previews one partner after the other until the limit of members that were read. */
async function previewPages(
  input: GenerationInput,
  previewOf: (partner: PartnerGroupMembership, preview: Preview) => Promise<number>,
): Promise<GenerationPreview> {
  const preview = new Preview();
  let read = 0;
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof partnersFrom>> = await partnersFrom(input, after, partnersAtOnce);
    for (const [index, partner] of page.partners.entries()) {
      read += await previewOf(partner, preview);
      const isLast = page.next === null && index + 1 === page.partners.length;
      if (read < previewLimits.enrollments || isLast) continue;
      return { ...preview.counted, complete: false };
    }
    after = page.next;
  } while (after !== null);
  return preview.counted;
}

/** Previews one partner's payments with the given terms. */
export async function previewPartnerLines(
  kind: GenerationKind,
  partner: PartnerGroupMembership,
  input: GenerationInput,
  now: Date,
): Promise<GenerationPreview & { sums: PreviewSums }> {
  const preview = new Preview();
  await previewPartner(kind, partner, input, now, preview);
  return { ...preview.counted, sums: preview.sums };
}

async function previewPartner(
  kind: GenerationKind,
  partner: PartnerGroupMembership,
  input: GenerationInput,
  now: Date,
  preview: Preview,
): Promise<number> {
  const { id } = partner.partner;
  const { moved, enrollments } = partner.groupMembership
    ? await moversOf(id, input.periodId)
    : { moved: new Map(), enrollments: [] };
  const movers = () => Promise.resolve(moved);
  const sharesOfPartner = await sharesOf(kind, { partner, input, now }, enrollments);
  const shares = () => Promise.resolve(sharesOfPartner);
  const due = new Set<string>();
  let afterFacility: string | null = null;
  do {
    const chunk: Awaited<ReturnType<typeof kind.due>> = await kind.due(
      { partner, input, generationId: dryRun, now, movers, shares },
      afterFacility,
    );
    for (const payment of await decidePayments(chunk.payments, input)) {
      due.add(payment.due.payment.id);
      preview.add(payment);
    }
    for (const { payment } of chunk.payments) if (!due.has(payment.id)) preview.locked(payment);
    afterFacility = chunk.next;
  } while (afterFacility !== null);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof kind.existing>> = await kind.existing(input, id, cursor);
    for (const payment of page.rows) if (!due.has(payment.id)) preview.leftover(payment);
    cursor = page.cursor;
  } while (cursor !== null);
  return enrollments.length;
}
