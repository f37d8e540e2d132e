import * as z from 'zod';
import { calendarDate } from '../fields.ts';
import { recordId } from '../ids.ts';
import { reasonText } from '../fields.ts';
import { onWire } from '../wire-names.ts';

export const withdrawalReason = z.object({ reason: reasonText() });

/** A check-in that its club withdraws, such as one of another person. */
export const withdrawalForm = withdrawalReason.extend({
  memberId: onWire('memberGuid', recordId),
  facilityNumber: onWire('facilityIDNumber', z.string().regex(/^[\w-]{1,64}$/)),
  date: calendarDate('Visit Date'),
});
