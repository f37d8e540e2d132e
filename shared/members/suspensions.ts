import type { CalendarDate } from '../calendar.ts';
import { suspended, type Member } from './member.ts';

type Suspendable = Pick<Member, 'invitationStatus' | 'suspensions'>;

/** Opens or closes a suspension when the status enters or leaves 5. */
export function suspensionsAfter(
  before: Suspendable,
  after: Suspendable,
  { today }: { today?: CalendarDate },
): Pick<Member, 'suspensions'> {
  const isSuspended = after.invitationStatus === suspended;
  if (today === undefined || isSuspended === (before.invitationStatus === suspended)) return {};
  const { suspensions = [] } = before;
  return isSuspended
    ? { suspensions: [...suspensions, { from: today, to: null }] }
    : { suspensions: suspensions.map(({ from, to }) => ({ from, to: to ?? today })) };
}
