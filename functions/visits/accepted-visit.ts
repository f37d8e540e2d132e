import { Refusal } from '../../shared/refusal.ts';
import type { VisitReport } from '../../shared/visits/missing-visit.ts';
import { notCountedNames, type Visit } from '../../shared/visits/visit.ts';
import type { Change } from '../table/write.ts';
import { resolveCheckIns } from './resolve-check-ins.ts';
import { storedVisits, visitAdded } from './store.ts';
import { addedVisits, countsSoFar, tallyChanges } from './visit-tally-store.ts';
import type { RaisedCount } from './visit-email.ts';
import { visitorChange } from './visitor-store.ts';

/** A visit's writes and its counting result. */
interface AcceptedVisit {
  changes: Change[];
  message: string;
  isCounted: boolean;
  /** The raised count, for emails after the commit. */
  raised?: RaisedCount[];
}

/**
 * Returns the writes of a visit without a file, by the rules of the import; an existing one is not added again. Throws
 * 'conflict' where the import would refuse.
 */
export async function visitByRules(
  { memberId, facilityId, date, time }: Pick<Visit, 'memberId' | 'facilityId' | 'date' | 'time'>,
  now: Date,
  whatToDo = '',
): Promise<AcceptedVisit> {
  const line = { line: 1, keyFob: '', memberId, email: '', clubId: facilityId, date, time };
  const [checkIn] = await resolveCheckIns([line], now);
  if (!checkIn || 'refused' in checkIn)
    throw new Refusal(
      'conflict',
      `${checkIn?.refused.reason ?? 'This visit cannot be added.'} Nothing was changed${whatToDo}.`,
    );
  if ('isStored' in checkIn && (await storedVisits([{ memberId, date, facilityId }])).every(isWithdrawn))
    throw new Refusal('conflict', `The club withdrew this check-in. Nothing was changed${whatToDo}.`);
  if ('isStored' in checkIn && checkIn.isAnother)
    return { changes: [], message: notCountedNames.sameDay, isCounted: false };
  if ('isStored' in checkIn)
    return { changes: [], message: 'The club reported this visit too', isCounted: false };
  const { notCounted } = checkIn.visit;
  const counts = await countsSoFar([checkIn]);
  const { changes, raised } = notCounted
    ? { changes: [], raised: [] }
    : await visitorChange(checkIn.visit, addedVisits([checkIn.visit], counts), now);
  return {
    changes: [...visitAdded(checkIn.visit), ...tallyChanges([checkIn], counts), ...changes],
    message: notCounted ? notCountedNames[notCounted] : 'Counted',
    isCounted: !notCounted,
    raised,
  };
}

const isWithdrawn = ({ notCounted }: Visit): boolean => notCounted === 'withdrawn';

export const acceptedVisit = (
  { memberId, facilityId, date }: VisitReport,
  now: Date,
): Promise<AcceptedVisit> =>
  visitByRules({ memberId, facilityId, date, time: '' }, now, ': refuse the report with this reason');
