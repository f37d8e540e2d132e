import { bankFlowOf } from '../../../shared/bank-files/bank-run.ts';
import { bankFlows, type BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import {
  measureOf,
  ratesOverDays,
  returnMeasures,
  type ReturnMeasure,
} from '../../../shared/bank-files/treasury/return-rates.ts';
import { addDays, dateInChicago } from '../../../shared/calendar.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import type { Change } from '../../table/change.ts';
import { keys } from '../../table/keys.ts';
import { getItems } from '../../table/table.ts';

const sentName = 'sent';
const returnedName = (measure: ReturnMeasure): string => `returned ${measure}`;

/** Counts entries that went to the bank; a chunk of a file is one step of one counter. */
export const originated = (flow: BankFlow, entries: number, now: Date): Change[] =>
  entries === 0 ? [] : [{ count: keys.bankGauge(flow, dateInChicago(now), sentName), by: entries }];

/** Counts an entry that came back: among all, and among those of its code's measure. */
export function cameBack(payment: Payment, code: string, now: Date): Change[] {
  const { kind, programPaymentTypeId, paymentTypeId, partnerId, periodId } = payment;
  const flow = bankFlowOf({ flow: kind, programPaymentTypeId, paymentTypeId, partnerId, periodId });
  const measure = measureOf(code);
  return (['all', ...(measure ? [measure] : [])] as const).map((one) => ({
    count: keys.bankGauge(flow, dateInChicago(now), returnedName(one)),
    by: 1,
  }));
}

export interface FlowGauge {
  bankFlow: BankFlow;
  originated: number;
  returned: Record<ReturnMeasure, number>;
}

/** What went out and came back in the last 60 days, by flow. */
export async function gauges(now: Date): Promise<FlowGauge[]> {
  const today = dateInChicago(now);
  const days = Array.from({ length: ratesOverDays }, (_, ago) => addDays(today, -ago));
  const names = [sentName, ...returnMeasures.map(({ id }) => returnedName(id))];
  const wanted = bankFlows.flatMap((flow) =>
    days.flatMap((day) => names.map((name) => ({ flow, name, key: keys.bankGauge(flow, day, name) }))),
  );
  const items = await getItems(wanted.map(({ key }) => key));
  const counts = new Map(items.map(({ pk, sk, n }) => [`${String(pk)}|${String(sk)}`, Number(n)]));
  const sumOf = (flow: BankFlow, name: string) =>
    wanted
      .filter((one) => one.flow === flow && one.name === name)
      .reduce((sum, { key }) => sum + (counts.get(`${key.pk}|${key.sk}`) ?? 0), 0);
  return bankFlows.map((bankFlow) => ({
    bankFlow,
    originated: sumOf(bankFlow, sentName),
    returned: {
      unauthorized: sumOf(bankFlow, returnedName('unauthorized')),
      administrative: sumOf(bankFlow, returnedName('administrative')),
      all: sumOf(bankFlow, returnedName('all')),
    },
  }));
}
