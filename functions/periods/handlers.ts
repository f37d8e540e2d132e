import { periods } from '../../shared/contracts/periods.ts';
import {
  closedPeriods,
  periodOptionOf,
  allPeriods,
  duesPeriods,
  periodsToCurrent,
} from '../../shared/periods/period.ts';
import { handle } from '../handle.ts';
import { periodName } from '../../shared/calendar.ts';
import { stepsOfMonth, type MonthLine } from '../../shared/payments/month-steps.ts';
import { monthFigures } from './month-figures.ts';
import { memberDues } from '../../shared/payments/payment.ts';

export const closedUsagePeriodsHandler = handle(periods.closedUsagePeriods, async ({ now }) =>
  closedPeriods(now).map(periodOptionOf),
);

export const listHandler = handle(periods.list, async ({ now }) => allPeriods(now).map(periodOptionOf));

const monthsAtOnce = 4;

export const monthsHandler = handle(periods.months, async ({ query: { cursor }, caller, now }) => {
  const all = duesPeriods(now);
  const left = cursor === undefined ? all : all.filter((periodId) => periodId < cursor);
  const page = left.slice(0, monthsAtOnce);
  const figures = await monthFigures(page, caller.userId, now);
  return {
    items: figures.map(({ periodId, countedAt, figures: ofMonth, lines }) => {
      const steps = stepsOfMonth(ofMonth);
      const isOpen = (line: MonthLine) =>
        steps.some(({ step, state }) => step === line.step && (state === 'now' || state === 'problem'));
      return {
        periodId,
        yearMonth: periodName(periodId),
        countedAt,
        steps,
        lines: lines.filter(isOpen),
      };
    }),
    nextCursor: left.length > page.length ? (page.at(-1) ?? null) : null,
  };
});

export const untilCurrentHandler = handle(periods.untilCurrent, async ({ query, now }) =>
  (query.paymentTypeId === memberDues ? duesPeriods : periodsToCurrent)(now).map((id) => periodOptionOf(id)),
);
