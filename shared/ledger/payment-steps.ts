import {
  partnerReimbursements,
  pending,
  returned,
  submitted,
  type PaymentStatus,
  type Payment,
} from '../payments/payment.ts';
import {
  balancesAfter,
  type Balances,
  type LedgerAccount,
  type LedgerEvent,
  type LedgerStep,
} from './ledger-entry.ts';

export type PostedPayment = Pick<Payment, 'totalPayment' | 'amountToBeSent' | 'status' | 'attempts'>;

const accountOf: Record<PaymentStatus, LedgerAccount> = {
  0: 'to send',
  1: 'received',
  2: 'submitted',
  3: 'returned',
  4: 'canceled',
  5: 'completed',
  6: 'external',
};

/** Events by status transition. A payment of zero can become a normal payment again. */
const events: [PaymentStatus, PaymentStatus, LedgerEvent][] = [
  [0, 2, 'submitted'],
  [3, 2, 'retried'],
  [2, 1, 'acknowledged'],
  [1, 5, 'settled'],
  [2, 3, 'returned'],
  [1, 3, 'returned'],
  [5, 3, 'returned'],
  [0, 4, 'canceled'],
  [3, 4, 'canceled'],
  [2, 4, 'reversed'],
  [1, 4, 'reversed'],
  [5, 4, 'reversed'],
  [4, 5, 'reversal returned'],
  [0, 6, 'sent externally'],
  [3, 6, 'sent externally'],
  [4, 0, 'generated'],
  [6, 0, 'generated'],
  [4, 6, 'sent externally'],
  [6, 4, 'canceled'],
];

/**
 * Returns false for payments of test partners, and for paycheck summaries, which repeat payments that are already posted
 * (spec 3 §9).
 */
export const isPosted = ({ paymentTypeId, isTest }: Pick<Payment, 'paymentTypeId' | 'isTest'>): boolean =>
  paymentTypeId !== partnerReimbursements && !isTest;

/** Returns the balances that a payment's entries must add up to. */
export const balancesOf = ({ totalPayment, amountToBeSent, status }: PostedPayment): Balances =>
  balancesAfter({}, [
    ...moved('generated', 'owed', accountOf[status], totalPayment),
    ...moved('corrected', accountOf[status], 'corrections', totalPayment - amountToBeSent),
  ]);

/**
 * Returns the steps between two states of a payment. `before` null: its whole history including attempts and returns;
 * `after` null: reverses its balances. Empty when no money moves.
 */
export function paymentSteps(before: PostedPayment | null, after: PostedPayment | null): LedgerStep[] {
  if (!before) return after ? lifeOf(after) : [];
  if (!after) return withdrawalSteps(before);
  return [...amountSteps(accountOf[before.status], before, after), ...statusSteps(before.status, after)];
}

const withdrawalSteps = ({ status, totalPayment, amountToBeSent }: PostedPayment): LedgerStep[] => [
  ...moved('removed', 'corrections', accountOf[status], totalPayment - amountToBeSent),
  ...moved('removed', accountOf[status], 'owed', totalPayment),
];

/** Returns a step for a signed amount; none for zero. */
const moved = (
  event: LedgerEvent,
  credit: LedgerAccount,
  debit: LedgerAccount,
  amount: number,
): LedgerStep[] => {
  if (amount === 0) return [];
  return [
    amount > 0 ? { event, credit, debit, amount } : { event, credit: debit, debit: credit, amount: -amount },
  ];
};

type Amounts = Pick<PostedPayment, 'totalPayment' | 'amountToBeSent'>;

const amountSteps = (at: LedgerAccount, before: Amounts, after: Amounts): LedgerStep[] => [
  ...moved('generated', 'owed', at, after.totalPayment - before.totalPayment),
  ...moved(
    'corrected',
    at,
    'corrections',
    after.totalPayment - after.amountToBeSent - (before.totalPayment - before.amountToBeSent),
  ),
];

/** Returns the shortest sequence of events between two statuses; each moves the whole amount. */
function statusSteps(from: PaymentStatus, { status, amountToBeSent }: PostedPayment): LedgerStep[] {
  return pathTo(from, status).flatMap(([credit, debit, event]) =>
    moved(event, accountOf[credit], accountOf[debit], amountToBeSent),
  );
}

function pathTo(from: PaymentStatus, to: PaymentStatus): typeof events {
  const paths: (typeof events)[] = [[]];
  const seen = new Set<PaymentStatus>([from]);
  for (const path of paths) {
    const here = path.at(-1)?.[1] ?? from;
    if (here === to) return path;
    for (const edge of events)
      if (edge[0] === here && !seen.has(edge[1])) {
        seen.add(edge[1]);
        paths.push([...path, edge]);
      }
  }
  throw new Error(`no event leads from status ${from} to ${to}`);
}

/** Reconstructs a payment's history from its attempts. */
function lifeOf(after: PostedPayment): LedgerStep[] {
  const steps = moved('generated', 'owed', 'to send', after.totalPayment);
  let now: PostedPayment = { ...after, amountToBeSent: after.totalPayment, status: pending };
  const go = (next: PostedPayment) => {
    steps.push(...paymentSteps(now, next));
    now = next;
  };
  for (const { amount, returned: wasReturned } of after.attempts) {
    go({ ...now, amountToBeSent: amount });
    go({ ...now, status: submitted });
    if (wasReturned) go({ ...now, status: returned });
  }
  if (now.status === pending || now.status === returned) go({ ...now, amountToBeSent: after.amountToBeSent });
  go(after);
  return steps;
}
