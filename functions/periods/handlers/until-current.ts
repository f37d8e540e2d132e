import { memberDues } from '../../../shared/payments/payment-status.ts';
import { periods } from '../../../shared/contracts/periods.ts';
import { duesPeriods, periodsToCurrent, periodOptionOf } from '../../../shared/periods/period.ts';
import { handle } from '../../handle.ts';

export const handler = handle(periods.untilCurrent, async ({ query, now }) =>
  (query.paymentTypeId === memberDues ? duesPeriods : periodsToCurrent)(now).map((id) => periodOptionOf(id)),
);
