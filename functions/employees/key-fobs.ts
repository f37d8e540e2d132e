import { dateInChicago, periodOf } from '../../shared/calendar.ts';
import { employees } from '../../shared/employees/contract.ts';
import { handle } from '../platform/handle.ts';
import { rosterPage } from './roster-list.ts';

export const handler = handle(employees.keyFobs, async ({ query: { partnerID, ...asked }, now }) =>
  rosterPage(partnerID, asked, periodOf(dateInChicago(now))),
);
