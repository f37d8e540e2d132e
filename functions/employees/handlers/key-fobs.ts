import { dateInChicago, periodOf } from '../../../shared/calendar.ts';
import { employees } from '../../../shared/contracts/employees.ts';
import { handle } from '../../handle.ts';
import { rosterPage } from '../roster-store.ts';

export const handler = handle(employees.keyFobs, async ({ query: { partnerId, ...query }, now }) =>
  rosterPage(partnerId, query, periodOf(dateInChicago(now))),
);
