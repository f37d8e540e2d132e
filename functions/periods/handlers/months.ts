import { periods } from '../../../shared/contracts/periods.ts';
import { periodName } from '../../../shared/calendar.ts';
import { stepsOfMonth } from '../../../shared/periods/month-steps.ts';
import { duesPeriods } from '../../../shared/periods/period.ts';
import { handle } from '../../handle.ts';
import { monthFigures } from '../month-figures.ts';

const monthsAtOnce = 4;

export const handler = handle(periods.months, async ({ query: { cursor }, caller, now }) => {
  const all = duesPeriods(now);
  const left = cursor === undefined ? all : all.filter((periodId) => periodId < cursor);
  const page = left.slice(0, monthsAtOnce);
  const figures = await monthFigures(page, caller.userId, now);
  return {
    items: figures.map(({ periodId, countedAt, figures: ofMonth, toSend }) => ({
      periodId,
      yearMonth: periodName(periodId),
      countedAt,
      steps: stepsOfMonth(ofMonth),
      toSend,
    })),
    nextCursor: left.length > page.length ? (page.at(-1) ?? null) : null,
  };
});
