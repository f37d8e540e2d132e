import { corrected, undone, isCorrected } from '../../../shared/payments/correction.ts';
import { isOfKind, type PaymentKind, type PaymentOf, canceled } from '../../../shared/payments/payment.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Caller } from '../../users/caller.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { loadPayment, paymentChange, paymentConflict } from '../store.ts';
import { periodName, dateInChicago } from '../../../shared/calendar.ts';
import { agreementFile } from '../../../shared/enrollment/agreement.ts';
import { pdfType } from '../../../shared/media-types.ts';
import { payments } from '../../../shared/contracts/payments.ts';
import { isMemberWithdrawal } from '../../../shared/payments/member-payment.ts';
import { signedAgreements } from '../../enrollment/store.ts';
import { getFile } from '../../platform/files.ts';
import { handle } from '../../handle.ts';
import { beginJob } from '../../jobs/begin.ts';
import { countedOtherwise, countMatching } from '../statuses/matching.ts';
import { decideChosen } from '../statuses/decide-chosen.ts';
import {
  facilityPaymentRowOf,
  type ListedAccounts,
  partnerPaymentRowOf,
} from '../../../shared/payments/payment-row.ts';
import { listedAccounts } from '../lists/payment-list-store.ts';
import { payAgain, payAgainState } from '../statuses/pay-again.ts';
import { loadMembers } from '../../members/store.ts';
import { countedMemberIds, lastCorrection } from '../reason-store.ts';
import { historyOf } from '../statuses/history-store.ts';

interface AmountChange {
  paymentId: string;
  programPaymentTypeId: number;
  /** The version that the user saw. */
  version?: number | undefined;
  /** Cents, or null to undo the correction. */
  amount: number | null;
  /** Required for a correction, not to undo one. */
  reason?: string;
}

/** Corrects a payment's amount or undoes the correction, with an audit event. Returns the saved payment. */
async function changeAmount<Kind extends PaymentKind>(
  kind: Kind,
  amountChange: AmountChange,
  { userId }: Caller,
  now: Date,
): Promise<PaymentOf<Kind>> {
  const before = await loadPayment(amountChange.paymentId);
  if (!isOfKind(before, kind) || before.programPaymentTypeId !== amountChange.programPaymentTypeId)
    throw new Refusal('not-found', 'Payment not found.');
  if (amountChange.version !== undefined && amountChange.version !== before.version) throw paymentConflict();
  const after = amountChange.amount === null ? undone(before) : corrected(before, amountChange.amount);
  if (after.amountToBeSent === before.amountToBeSent) return before;
  await transact(
    ...paymentChange(before, after),
    auditWrite(
      {
        name: amountChange.amount === null ? 'payment correction undone' : 'payment amount corrected',
        subject: `payment ${before.id}`,
        who: userId,
        before: { amountToBeSent: before.amountToBeSent },
        after: {
          amountToBeSent: after.amountToBeSent,
          totalPayment: after.totalPayment,
          reason: amountChange.reason,
        },
      },
      now,
    ),
  );
  return { ...after, version: before.version + 1 };
}

export const authorizationHandler = handle(payments.authorization, async ({ params, now }) => {
  const payment = await loadPayment(params.paymentId);
  if (payment.kind !== 'member' || !isMemberWithdrawal(payment))
    throw new Refusal('invalid', 'Only withdrawals from members are authorized by an agreement.');
  // agreements signed before the payment was sent or, if it was not sent, until now
  const until = payment.attempts.at(-1)?.at ?? now.toISOString();
  const signed = (await signedAgreements(payment.memberId)).findLast(({ signedAt }) => signedAt <= until);
  const bytes = signed && (await getFile('agreements', agreementFile(signed)));
  if (!bytes) throw new Refusal('not-found', 'No signed agreement of this member predates this withdrawal.');
  const name = `Authorization ${payment.memberFullName} ${periodName(payment.periodId)}.pdf`;
  return { name, type: pdfType, bytes };
});

export const changeMatchingHandler = handle(payments.changeMatching, async ({ body, caller, now, newId }) => {
  const { expectedCount, ...input } = body;
  const { count, nextCursor } = await countMatching(input, input.decision, null);
  const isAll = nextCursor === null;
  if (isAll ? count !== expectedCount : count > expectedCount)
    throw new Refusal('conflict', countedOtherwise(count, isAll));
  return beginJob(
    {
      id: newId(),
      kind: 'payment statuses',
      // if one call cannot count them all, the job counts the rest before it changes any
      input: isAll ? input : { ...input, counting: { expectedCount, count, from: nextCursor } },
      total: expectedCount,
      message: 'Changing payments.',
      tally: { changed: 0, kept: 0 },
    },
    caller,
    now,
  );
});

export const changeStatusHandler = handle(payments.changeStatus, async ({ body, caller, now }) =>
  decideChosen(body.payments, { ...body, who: caller.userId }, now),
);

/** A kind of payment with amounts that administrators correct, and the row of its list. */
interface Correctable<Kind extends PaymentKind, Row> {
  kind: Kind;
  rowOf: (payment: PaymentOf<Kind>, accounts: ListedAccounts) => Row;
}

async function saveAmount<Kind extends PaymentKind, Row>(
  { kind, rowOf }: Correctable<Kind, Row>,
  change: AmountChange,
  { caller, now }: { caller: Caller; now: Date },
): Promise<{ success: true; message: string; data: Row }> {
  const after = await changeAmount(kind, change, caller, now);
  const message = change.amount === null ? 'The correction was undone.' : 'The amount was saved.';
  return { success: true, message, data: rowOf(after, await listedAccounts([after])) };
}

const facilityPayment = { kind: 'facility', rowOf: facilityPaymentRowOf } as const;
const partnerPayment = { kind: 'partner', rowOf: partnerPaymentRowOf } as const;

export const correctFacilityPaymentHandler = handle(payments.correctFacilityPayment, ({ body, ...context }) =>
  saveAmount(facilityPayment, { ...body, amount: body.amountToBeSent }, context),
);

export const undoFacilityCorrectionHandler = handle(payments.undoFacilityCorrection, ({ body, ...context }) =>
  saveAmount(facilityPayment, { ...body, amount: null }, context),
);

export const correctPartnerPaymentHandler = handle(payments.correctPartnerPayment, ({ body, ...context }) =>
  saveAmount(partnerPayment, { ...body, amount: body.amountToBeSent }, context),
);

export const undoPartnerCorrectionHandler = handle(payments.undoPartnerCorrection, ({ body, ...context }) =>
  saveAmount(partnerPayment, { ...body, amount: null }, context),
);

export const countMatchingHandler = handle(payments.countMatching, async ({ query }) =>
  countMatching(query, query.decision, query.cursor ?? null),
);

export const payAgainHandler = handle(payments.payAgain, ({ params, body, caller, now }) =>
  payAgain({ ...params, ...body }, caller.userId, now),
);

const maxReasons = 500;

// only administrators can see bank returns of employees and facilities
export const reasonHandler = handle(payments.reason, async ({ params, query, caller, now }) => {
  const payment = await loadPayment(params.paymentId);
  const isVisible = caller.role === 'systemAdmin' || payment.kind === 'partner';
  if (payment.partnerId !== query.partnerId || !isVisible)
    throw new Refusal('not-found', 'Payment not found.');
  const ids = (await countedMemberIds(payment)).slice(0, maxReasons);
  const members = await loadMembers(ids);
  return {
    rule: payment.reason.rule,
    isMemberWithdrawal: isMemberWithdrawal(payment),
    announced: (payment.kind === 'member' && payment.announced) || null,
    terms: payment.reason.terms ?? null,
    steps: payment.reason.steps,
    totalPayment: payment.totalPayment,
    amountToBeSent: payment.amountToBeSent,
    isCorrected: isCorrected(payment),
    correction: isCorrected(payment) ? await lastCorrection(payment.id) : null,
    history: await historyOf(payment),
    attempts: payment.attempts.map(({ at, amount, trace, returned }) => ({
      on: dateInChicago(new Date(at)),
      amount,
      trace,
      returnedOn: returned && dateInChicago(new Date(returned.at)),
      code: returned?.code ?? null,
    })),
    version: payment.version,
    replaces: payment.paidAgain
      ? {
          canceledOn: dateInChicago(new Date(payment.paidAgain.replaces.canceledAt)),
          trace: payment.paidAgain.replaces.trace,
        }
      : null,
    payAgain:
      caller.role === 'systemAdmin' && payment.status === canceled && payment.totalPayment > 0
        ? await payAgainState(payment, caller.userId, now)
        : null,
    memberCount: payment.reason.memberCount ?? 0,
    members: members.map(({ id, firstName, lastName }) => ({ id, name: `${firstName} ${lastName}` })),
  };
});
