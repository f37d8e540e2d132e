import { bankFlowRow, bankFlows, type BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import { bankFlowOf } from '../../../shared/bank-files/bank-run.ts';
import { rateLevel, returnMeasures } from '../../../shared/bank-files/return-rates.ts';
import { addPeriods, dateInChicago, type CalendarDate, type PeriodId } from '../../../shared/calendar.ts';
import { partsToSend, type AmountsToSend, type MonthLine } from '../../../shared/payments/month-steps.ts';
import { effectiveDateOf, promisedDate, sendingWindow } from '../../../shared/payments/payment-calendar.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import { partnerPaymentTypes } from '../../../shared/payments/payment-types.ts';
import { currentPeriod } from '../../../shared/periods/period.ts';
import { isPartnerPaid, programPaymentTypes, type ProgramPaymentTypeId } from '../../../shared/programs.ts';
import { generatedList } from '../../payments/generation/generation-store.ts';
import { loadStatusAmounts } from '../../payments/lists/status-amount-store.ts';
import { loadPending } from '../../payments/lists/total-store.ts';
import { environmentBankSettings } from '../../table/bank-settings.ts';
import { log } from '../../platform/log.ts';
import { amountsOfRun, type AmountsOfRun } from '../preview/current-run.ts';
import { pendingOfMembers, type RunOfAll } from '../run-payment-store.ts';
import { gauges } from './gauge-store.ts';

type PaymentGroup = Pick<MonthLine, 'kind'> & {
  periodId: PeriodId;
  paymentTypeId: Payment['paymentTypeId'];
};
type AmountsOf = Awaited<ReturnType<typeof loadStatusAmounts>>;

export const sendable = bankFlows
  .map(bankFlowRow)
  .flatMap(({ kind, paymentTypeIds }) => paymentTypeIds.map((paymentTypeId) => ({ kind, paymentTypeId })));

/** Returns the programs with a page of these payments. */
export const programsOf = ({ kind, paymentTypeId }: Omit<PaymentGroup, 'periodId'>): ProgramPaymentTypeId[] =>
  programPaymentTypes
    .map(({ id }) => id)
    .filter((id) =>
      kind === 'member'
        ? !isPartnerPaid({ programPaymentTypeId: id })
        : kind === 'facility' || partnerPaymentTypes[id].includes(paymentTypeId),
    );

/** Open payments of one page: the Pending amount, divided by what the page does now, and the dates. */
export interface PageToSend extends AmountsOfRun {
  filter: RunOfAll;
  bankFlow: BankFlow;
  amount: number;
  sendableFrom: CalendarDate | null;
  dueOn: CalendarDate | null;
}

/**
 * Loads the Pending amounts of some months by page from counters, and what each page sends from a bounded reading. A page
 * without Pending payments can send returned ones again.
 */
export async function pagesToSend(
  periodIds: readonly PeriodId[],
  amountsOf: AmountsOf,
  at: Date,
): Promise<PageToSend[]> {
  const runs = periodIds.flatMap((periodId) =>
    sendable
      .map((type) => ({ ...type, periodId }))
      .filter((group) => amountsOf(group).pending !== 0 || amountsOf(group).returned !== 0)
      .flatMap((group) =>
        programsOf(group).map((programPaymentTypeId) => ({
          filter: { flow: group.kind, programPaymentTypeId, partnerId: 'all', ...fieldsOf(group) } as const,
          namesAll: amountsOf(group).returned !== 0,
        })),
      ),
  );
  const ofMembers = runs.filter(({ filter: { flow } }) => flow === 'member');
  const others = runs.filter(({ filter: { flow } }) => flow !== 'member');
  const [members, amounts] = await Promise.all([
    pendingOfMembers(ofMembers),
    loadPending(others.map(({ filter: { flow, ...page } }) => generatedList(flow, page))),
  ]);
  const rows = [
    ...others.map(({ filter }, index) => ({ filter, amount: amounts[index] ?? 0, partnerIds: [] })),
    ...ofMembers.map(({ filter }, index) => ({
      filter,
      ...(members[index] ?? { amount: 0, partnerIds: [] }),
    })),
  ];
  return Promise.all(
    rows
      .filter(({ filter, amount }) => amount !== 0 || amountsOf(filter).returned !== 0)
      .map(async ({ filter, amount, partnerIds }) => ({
        filter,
        bankFlow: bankFlowOf(filter),
        amount,
        ...(await amountsOfRun(filter, amount, partnerIds, at)),
        ...datesOf(filter, at),
      })),
  );
}

const fieldsOf = ({ paymentTypeId, periodId }: PaymentGroup) => ({ paymentTypeId, periodId });

const flowOfType = (type: number): BankFlow | undefined =>
  bankFlows.find((flow) => bankFlowRow(flow).paymentTypeIds.includes(type));

/** Returns when payments can be sent, and the promised day on which they move, or otherwise the earliest one. */
function datesOf(
  { paymentTypeId, periodId }: Pick<RunOfAll, 'paymentTypeId' | 'periodId'>,
  at: Date,
): Pick<MonthLine, 'sendableFrom' | 'dueOn'> {
  const settings = environmentBankSettings;
  const bankFlow = flowOfType(paymentTypeId);
  if (!settings || !bankFlow) return { sendableFrom: null, dueOn: null };
  const { from } = sendingWindow(bankFlow, periodId, settings);
  return {
    sendableFrom: from !== null && dateInChicago(at) < from ? from : null,
    dueOn: promisedDate(bankFlow, periodId) && effectiveDateOf(bankFlow, periodId, settings, at),
  };
}

const monthOffsets = [-2, -1, 0, 1];

export async function waitingToBeSent(now: Date) {
  const settings = environmentBankSettings;
  if (!settings) return [];
  const periodIds = monthOffsets.map((months) => addPeriods(currentPeriod(now), months));
  const types = sendable.map(({ paymentTypeId }) => paymentTypeId);
  const amountsOf = await loadStatusAmounts(types, periodIds);
  const pages = await pagesToSend(periodIds, amountsOf, now);
  return (
    periodIds
      .flatMap((periodId) =>
        bankFlows.map((bankFlow) => ({
          periodId,
          bankFlow,
          amount: bankFlowRow(bankFlow).paymentTypeIds.reduce(
            (sum, paymentTypeId) => sum + amountsOf({ paymentTypeId, periodId }).pending,
            0,
          ),
          parts: sumOfParts(
            pages.filter((page) => page.bankFlow === bankFlow && page.filter.periodId === periodId),
          ),
          dueDate: effectiveDateOf(bankFlow, periodId, settings, now),
        })),
      )
      // returned payments are sent again without a Pending one; those in a file that is not delivered yet are not
      .filter(({ parts }) => partsToSend.some((part) => parts[part] > 0))
      .toSorted((left, other) => (left.dueDate < other.dueDate ? -1 : 1))
  );
}

export const sumOfParts = (pages: readonly Pick<PageToSend, 'parts'>[]): AmountsToSend =>
  pages.reduce(
    (sum, { parts }) => ({
      ready: sum.ready + parts.ready,
      later: sum.later + parts.later,
      unchecked: sum.unchecked + parts.unchecked,
      excluded: sum.excluded + parts.excluded,
    }),
    { ready: 0, later: 0, unchecked: 0, excluded: 0 },
  );

export async function flowRates(now: Date) {
  return (await gauges(now)).map(({ bankFlow, originated, returned }) => ({
    bankFlow,
    originated,
    returned,
    levels: returnMeasures.map(({ id: measure, limit }) => ({
      measure,
      level: rateLevel(returned[measure], originated, limit),
    })),
  }));
}

export async function warnOfReturnRates(now: Date): Promise<void> {
  for (const { bankFlow, originated, returned, levels } of await flowRates(now))
    for (const { measure, level } of levels)
      if (level !== 'ok')
        log('error', 'return rate is above half of its limit', {
          bankFlow,
          measure,
          isOver: level === 'over',
          originated,
          returned: returned[measure],
        });
}
