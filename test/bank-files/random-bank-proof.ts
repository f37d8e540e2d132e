import { proveGroup } from '../../functions/ledger/group-proof.ts';
import { keys } from '../../functions/table/keys.ts';
import { getItems } from '../../functions/table/batch-get-items.ts';
import { entriesOf } from '../../infra/local/bank/reply-file.ts';
import { isSameBalance, ledgerEntry } from '../../shared/ledger/ledger-entry.ts';
import { balancesOf } from '../../shared/ledger/payment-steps.ts';
import {
  canceled,
  completed,
  received,
  returned as cameBack,
  submitted,
} from '../../shared/payments/payment-status.ts';
import type { Payment } from '../../shared/payments/payment.ts';
import type { Fate, Story } from './random-bank.ts';
import { outboxNames, outboxText, paymentsAsStored } from './runs.ts';

export async function assertExplained(payments: readonly Payment[]): Promise<void> {
  const stored = await paymentsAsStored(payments);
  const tails = await getItems(stored.map(keyOfTail));
  for (const [index, payment] of stored.entries()) {
    const { hash, balances } = ledgerEntry.parse(tails[index] ?? {});
    if (hash !== payment.ledger?.hash || !isSameBalance(balances, balancesOf(payment)))
      throw new Error(`unexplained: ${payment.id}`);
  }
}

const keyOfTail = ({ id, partnerId, periodId, paymentTypeId, ledger }: Payment) => {
  const { life, sequence } = ledger ?? { life: '', sequence: 0 };
  const place = `${id}#${life}#${String(sequence).padStart(6, '0')}`;
  return keys.ledgerEntry({ partnerId, periodId, paymentTypeId }, place);
};

export async function assertProved({ payments, period }: Story): Promise<void> {
  const groups = payments.map(
    ({ partnerId }) => ({ partnerId, periodId: period, paymentTypeId: 4 }) as const,
  );
  for (const { unexplained, findings, entries } of await Promise.all(groups.map(proveGroup)))
    if (entries === 0 || unexplained !== 0 || findings.length > 0)
      throw new Error(`unexplained: ${JSON.stringify(findings)}`);
}

function endOf(fate: Fate, { has, comesBack }: Story): number {
  const isSettled = has('settle', 'late return');
  if (fate === 'returned' || fate === 'late') return cameBack;
  if (fate === 'reversed') return has('reverse', 'ask to reverse') ? canceled : submitted;
  if (fate === 'retried') return comesBack > 2 ? cameBack : isSettled ? completed : submitted;
  return isSettled ? completed : has('acknowledge') ? received : submitted;
}

/** Asserts the money at the bank per payment: sent debits less returns and reversals. */
export async function assertBankAgrees(story: Story): Promise<void> {
  const { payments, fates } = story;
  const out = payments.map(() => 0);
  const stored = await paymentsAsStored(payments);
  for (const name of await outboxNames())
    for (const { entry } of entriesOf(await outboxText(name))) {
      const index = Math.floor(entry.amount / 1000) - 1;
      if (entry.amount !== stored[index]?.amountToBeSent) throw new Error(`${entry.amount} is no payment's`);
      out[index] = (out[index] ?? 0) + (entry.direction === 'debit' ? 1 : -1);
    }
  for (const [index, { id, status, attempts }] of stored.entries()) {
    const fate = fates[index] ?? 'fine';
    const returned = attempts.filter((attempt) => attempt.returned).length;
    const held = (out[index] ?? 0) - returned;
    const end = endOf(fate, story);
    const isHeld = end !== cameBack && end !== canceled;
    if (status !== end || held !== (isHeld ? 1 : 0))
      throw new Error(`${id}, ${fate}: status ${status}, not ${end}, and the bank holds it ${held} times`);
  }
}
