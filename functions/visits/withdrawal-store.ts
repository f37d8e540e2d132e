import { dateInChicago, showDate, type CalendarDate } from '../../shared/calendar.ts';
import { Refusal } from '../../shared/refusal.ts';
import { firstAcceptedDay, type CheckInLine } from '../../shared/visits/check-in.ts';
import type { Visit } from '../../shared/visits/visit.ts';
import { visitCounted } from '../integrations/webhooks/visit-events.ts';
import { change } from '../table/change.ts';
import { keys, lists } from '../table/keys.ts';
import type { Change } from '../table/write.ts';
import { checkInsOfDay, visitEntity } from './store.ts';
import { countsSoFar, tallyChanges } from './visit-tally-store.ts';
import { visitorChange } from './visitor-store.ts';
import type { NewRefusedRow } from '../../shared/jobs/job.ts';
import { auditWrite } from '../table/audit.ts';
import { readLines } from './resolve-check-ins.ts';

interface Withdrawal {
  memberId: string;
  facilityId: string;
  date: CalendarDate;
  /** HH:MM of the withdrawn check-in; '' or absent for any time. */
  time?: string;
}

/**
 * Returns the writes that withdraw a check-in. Its record remains, so that the same file does not add it again. Another
 * check-in of the day counts in its place; otherwise the member has one visit less. Throws 'not-found' or 'conflict'.
 */
export async function withdrawalChanges(
  { memberId, facilityId, date, time = '' }: Withdrawal,
  now: Date,
): Promise<{ visit: Visit; changes: Change[]; message: string }> {
  const stored = await checkInsOfDay(memberId, date);
  const ofFacility = stored.filter(
    (candidate) =>
      candidate.facilityId === facilityId &&
      (time === '' || candidate.time === '' || candidate.time === time),
  );
  const visit = ofFacility.find(({ notCounted }) => notCounted !== 'withdrawn');
  if (ofFacility.length === 0)
    throw new Refusal('not-found', 'This club reported no check-in of the member on this day.');
  if (!visit) throw new Refusal('conflict', 'This check-in was withdrawn already. Nothing was changed.');
  const first = firstAcceptedDay(dateInChicago(now));
  if (date < first)
    throw new Refusal(
      'conflict',
      `Check-ins can be withdrawn for 12 months. Nothing was changed. Choose a day from ${showDate(first)} on.`,
    );
  const withdrawn: Visit = { ...visit, notCounted: 'withdrawn' };
  if (visit.notCounted)
    return { visit, changes: visitChange(visit, withdrawn), message: 'It did not count before.' };
  const earlier = stored.find(
    (candidate) => candidate.facilityId === facilityId && candidate.notCounted === 'withdrawn',
  );
  const added = visitChange(earlier ?? null, { ...withdrawn, version: earlier?.version ?? 0 });
  const successor = stored.find(({ notCounted }) => notCounted === 'sameDay');
  if (successor)
    return {
      visit,
      changes: [
        ...added,
        ...visitChange(visit, { ...successor, notCounted: null }),
        ...visitChange(successor, null),
        visitCounted(successor),
        ...[visit, successor].map(({ facilityId: id, periodId }, index) => ({
          count: keys.count(lists.visitsOfFacility(id, periodId)),
          by: index === 0 ? -1 : 1,
        })),
      ],
      message: `The check-in at ${successor.facilityName} counts instead.`,
    };
  return {
    visit,
    changes: [
      ...added,
      ...visitChange(visit, null),
      ...tallyChanges([{ visit }], await countsSoFar([{ visit }]), -1),
      ...(await visitorChange(visit, -1, now)).changes,
    ],
    message: 'The member has one visit less this month.',
  };
}

const visitChange = (before: Visit | null, after: Visit | null): Change[] =>
  change(visitEntity, before, after, {
    lost: new Refusal('conflict', 'This check-in changed at the same time. Reload and try again.'),
  });

interface WithdrawnLine {
  changes: Change[];
  /** Result: withdrawn now (`removed`), withdrawn before (`kept`), or without a stored check-in (`notCounted`). */
  tally: { removed?: number; kept?: number; notCounted?: number };
  refusedRows: NewRefusedRow[];
}

/** Returns the writes of a line of a club's file that withdraws a check-in. */
export async function withdrawLine(
  line: CheckInLine,
  { ownFacility, who, now }: { ownFacility: string | null; who: string; now: Date },
): Promise<WithdrawnLine> {
  const [checkIn] = await readLines([line], now, ownFacility);
  if (!checkIn || 'isStored' in checkIn) return { changes: [], tally: { notCounted: 1 }, refusedRows: [] };
  if ('refused' in checkIn) return { changes: [], tally: {}, refusedRows: [checkIn.refused] };
  const { memberId, facilityId, date, time, partnerId } = checkIn.visit;
  try {
    const { changes } = await withdrawalChanges({ memberId, facilityId, date, time }, now);
    const event = {
      name: 'visit withdrawn',
      subject: `member ${memberId}`,
      partnerId,
      who,
      after: { date, facilityId, reason: `${line.status} in the club’s file` },
    } as const;
    return { changes: [...changes, auditWrite(event, now)], tally: { removed: 1 }, refusedRows: [] };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isRetryable = error.code === 'conflict';
    return { changes: [], tally: isRetryable ? { kept: 1 } : { notCounted: 1 }, refusedRows: [] };
  }
}
