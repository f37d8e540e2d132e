import * as z from 'zod';
import { bankFlowOf, memberIdOf } from '../../../shared/bank-files/bank-run.ts';
import { bankFlows, bankFlowTable, type BankFlow } from '../../../shared/bank-files/bank-flow-table.ts';
import {
  measureOf,
  ratesOverDays,
  returnMeasures,
  type ReturnMeasure,
} from '../../../shared/bank-files/return-rates.ts';
import { returnedEntry, type ReturnedEntry } from '../../../shared/bank-files/sent-entry.ts';
import { addDays, dateInChicago, type CalendarDate } from '../../../shared/calendar.ts';
import type { Cents } from '../../../shared/money.ts';
import type { Direction } from '../../../shared/bank-files/nacha/format.ts';
import type { Payment } from '../../../shared/payments/payment.ts';
import type { Change } from '../../table/write.ts';
import { entity } from '../../table/entity.ts';
import { keys } from '../../table/keys.ts';
import { eachItem, parseRow, queryItems } from '../../table/table.ts';
import { getItems } from '../../table/batch-get-items.ts';
import { fraudHits } from './fraud-store.ts';
import { put } from '../../table/put-item.ts';

const sentName = 'sent';
const returnedName = (measure: ReturnMeasure): string => `returned ${measure}`;

export const originated = (bankFlow: BankFlow, entries: number, now: Date): Change[] =>
  entries === 0 ? [] : [{ count: keys.bankGauge(bankFlow, dateInChicago(now), sentName), by: entries }];

const entryName = (measure: ReturnMeasure | 'other', trace: string): string => `entry ${measure} ${trace}`;

const returnedRow = entity({
  name: 'returned entry',
  schema: returnedEntry.extend({ bankFlow: z.enum(bankFlows), measure: z.string() }),
  key: ({ bankFlow, at, measure, trace }) =>
    keys.bankGauge(bankFlow, dateInChicago(new Date(at)), `entry ${measure} ${trace}`),
});

export function cameBack(payment: Payment, entry: Omit<ReturnedEntry, 'memberId'>, now: Date): Change[] {
  const { kind, programPaymentTypeId, paymentTypeId, partnerId, periodId } = payment;
  const bankFlow = bankFlowOf({ flow: kind, programPaymentTypeId, paymentTypeId, partnerId, periodId });
  const measure = measureOf(entry.code);
  const row = { ...entry, memberId: memberIdOf(payment), bankFlow, measure: measure ?? 'other' };
  return [
    ...(['all', ...(measure ? [measure] : [])] as const).map((item) => ({
      count: keys.bankGauge(bankFlow, dateInChicago(now), returnedName(item)),
      by: 1,
    })),
    { item: put({ ...returnedRow.key(row), entity: returnedRow.name, ...row }) },
    ...(measure === 'unauthorized' ? fraudHits('unauthorized', 1, now) : []),
  ];
}

const daysUntil = (today: CalendarDate): CalendarDate[] =>
  Array.from({ length: ratesOverDays }, (_, ago) => addDays(today, -ago));

/**
 * Returns the entries of a return rate, newest day first, with one query per day that has entries. A page ends after
 * the day that fills it, or within a long day.
 */
export async function returnedEntries(
  { bankFlow, measure }: { bankFlow: BankFlow; measure: ReturnMeasure },
  cursor: string | undefined,
  pageSize: number,
  now: Date,
): Promise<{ items: ReturnedEntry[]; nextCursor: string | null }> {
  const [from = '', after] = cursor?.split('|') ?? [];
  const days = daysUntil(dateInChicago(now)).filter((day) => from === '' || day <= from);
  const counters = await getItems(days.map((day) => keys.bankGauge(bankFlow, day, returnedName(measure))));
  const busy = new Set(counters.filter(({ n }) => Number(n) > 0).map(({ pk }) => pk));
  const beginsWith = measure === 'all' ? 'entry ' : entryName(measure, '');
  const items: ReturnedEntry[] = [];
  for (const day of days) {
    const { pk } = keys.bankGauge(bankFlow, day, '');
    if (!busy.has(pk)) continue;
    if (items.length >= pageSize) return { items, nextCursor: `${day}|` };
    const limit = pageSize - items.length;
    const page = await queryItems(pk, { beginsWith, after: (day === from && after) || undefined, limit });
    items.push(...page.items.map((item) => parseRow(returnedRow, item)));
    if (page.last) return { items, nextCursor: `${day}|${page.last}` };
  }
  return { items, nextCursor: null };
}

/** Returns the amounts of entries that were returned on a day and move our account on this side. */
export async function returnedOn(day: CalendarDate, side: Direction): Promise<Cents[]> {
  const flows = bankFlows.filter((bankFlow) => bankFlowTable[bankFlow].direction === side);
  const amounts: Cents[] = [];
  for (const bankFlow of flows)
    for await (const item of eachItem(keys.bankGauge(bankFlow, day, '').pk, 'entry '))
      amounts.push(parseRow(returnedRow, item).amount);
  return amounts;
}

export interface FlowGauge {
  bankFlow: BankFlow;
  originated: number;
  returned: Record<ReturnMeasure, number>;
}

export async function gauges(now: Date): Promise<FlowGauge[]> {
  const days = daysUntil(dateInChicago(now));
  const names = [sentName, ...returnMeasures.map(({ id }) => returnedName(id))];
  const wanted = bankFlows.flatMap((bankFlow) =>
    days.flatMap((day) =>
      names.map((name) => ({ flow: bankFlow, name, key: keys.bankGauge(bankFlow, day, name) })),
    ),
  );
  const items = await getItems(wanted.map(({ key }) => key));
  const counts = new Map(items.map(({ pk, sk, n }) => [`${String(pk)}|${String(sk)}`, Number(n)]));
  const sumOf = (bankFlow: BankFlow, name: string) =>
    wanted
      .filter((candidate) => candidate.flow === bankFlow && candidate.name === name)
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
