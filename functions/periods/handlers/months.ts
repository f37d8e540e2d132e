import { periods } from '../../../shared/contracts/periods.ts';
import { periodName } from '../../../shared/calendar.ts';
import { stepsOfMonth } from '../../../shared/periods/month-steps.ts';
import { duesPeriods } from '../../../shared/periods/period.ts';
import { handle } from '../../handle.ts';
import { monthFacts } from '../month-facts.ts';

const monthsAtOnce = 4;

export const handler = handle(periods.months, async ({ query: { cursor }, caller, now }) => {
  const all = duesPeriods(now);
  const left = cursor === undefined ? all : all.filter((periodId) => periodId < cursor);
  const shown = left.slice(0, monthsAtOnce);
  const facts = await monthFacts(shown, caller.userId, now);
  return {
    items: facts.map(({ periodId, countedAt, facts: ofMonth, toSend }) => ({
      periodId,
      yearMonth: periodName(periodId),
      countedAt,
      steps: stepsOfMonth(ofMonth),
      toSend,
    })),
    nextCursor: left.length > shown.length ? (shown.at(-1) ?? null) : null,
  };
});
