import { bankFlowRow, bankFlows } from '../../shared/bank-files/bank-flow-table.ts';
import type { PeriodId } from '../../shared/calendar.ts';
import type { Cents } from '../../shared/money.ts';
import type { Payment, PaymentKind } from '../../shared/payments/payment.ts';
import { partnerPaymentTypes } from '../../shared/payments/payment-types.ts';
import { programPaymentTypes, type ProgramPaymentTypeId } from '../../shared/programs.ts';
import { loadAllTotals } from '../payments/lists/total-store.ts';
import type { loadStatusAmounts } from '../payments/lists/status-amount-store.ts';
import { lists } from '../table/keys.ts';

type PaymentTypeId = Payment['paymentTypeId'];

/** Pending cents of one payments page; null for all programs, because member payments have totals per partner only. */
export interface AmountToSend {
  kind: PaymentKind;
  programPaymentTypeId: ProgramPaymentTypeId | null;
  paymentTypeId: PaymentTypeId;
  amount: Cents;
}
type Group = Omit<AmountToSend, 'amount'> & { periodId: PeriodId };

const sendable = bankFlows
  .map(bankFlowRow)
  .flatMap(({ kind, paymentTypeIds }) => paymentTypeIds.map((paymentTypeId) => ({ kind, paymentTypeId })));

const programsOf = ({ kind, paymentTypeId }: (typeof sendable)[number]): (ProgramPaymentTypeId | null)[] =>
  kind === 'member'
    ? [null]
    : programPaymentTypes
        .map(({ id }) => id)
        .filter((id) => kind === 'facility' || partnerPaymentTypes[id].includes(paymentTypeId));

const listOf = ({ kind, programPaymentTypeId: program, paymentTypeId, periodId }: Group): string | null =>
  program === null
    ? null
    : kind === 'partner'
      ? lists.partnerPayments(program, paymentTypeId, periodId)
      : lists.facilityPayments(program, periodId);

/** Loads the amounts to be sent of some months by payments page, from counters only. */
export async function amountsToSend(
  periodIds: readonly PeriodId[],
  amountsOf: Awaited<ReturnType<typeof loadStatusAmounts>>,
): Promise<(periodId: PeriodId) => AmountToSend[]> {
  const groups: Group[] = periodIds.flatMap((periodId) =>
    sendable
      .filter(({ paymentTypeId }) => amountsOf({ paymentTypeId, periodId }).pending !== 0)
      .flatMap((type) =>
        programsOf(type).map((programPaymentTypeId) => ({ ...type, programPaymentTypeId, periodId })),
      ),
  );
  const named = groups.map(listOf);
  const listNames = named.filter((list) => list !== null);
  const totals = await loadAllTotals(listNames);
  const pendingOf = new Map(listNames.map((list, index) => [list, totals[index]?.pending ?? 0]));
  const rows = groups.map(({ periodId, ...group }, index) => {
    const list = named[index] ?? null;
    const amount =
      list === null
        ? amountsOf({ paymentTypeId: group.paymentTypeId, periodId }).pending
        : (pendingOf.get(list) ?? 0);
    return { periodId, row: { ...group, amount } };
  });
  return (period) =>
    rows.filter(({ periodId, row }) => periodId === period && row.amount !== 0).map(({ row }) => row);
}
