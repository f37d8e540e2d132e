import { Refusal } from '../../shared/refusal.ts';
import type { VisitReport } from '../../shared/visits/missing-visit.ts';
import { notCountedNames, type Visit } from '../../shared/visits/visit.ts';
import type { Change } from '../table/write.ts';
import { resolveCheckIns } from './resolve-check-ins.ts';
import { knownVisits, visitAdded } from './store.ts';
import { addedVisits, countsSoFar, tallyChanges } from './visit-tally-store.ts';
import type { RaisedCount } from './visit-email.ts';
import { visitorChange } from './visitor-store.ts';

/** A visit's writes and its counting result. */
interface VisitTaken {
  changes: Change[];
  answer: string;
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
): Promise<VisitTaken> {
  const line = { line: 1, keyFob: '', memberId, email: '', clubId: facilityId, date, time };
  const [found] = await resolveCheckIns([line], now);
  if (!found || 'refused' in found)
    throw new Refusal(
      'conflict',
      `${found?.refused.reason ?? 'This visit cannot be added.'} Nothing was changed${whatToDo}.`,
    );
  if ('kept' in found && (await knownVisits([{ memberId, date, facilityId }])).every(isWithdrawn))
    throw new Refusal('conflict', `The club withdrew this check-in. Nothing was changed${whatToDo}.`);
  if ('kept' in found && found.isAnother)
    return { changes: [], answer: notCountedNames.sameDay, isCounted: false };
  if ('kept' in found) return { changes: [], answer: 'The club reported this visit too', isCounted: false };
  const { notCounted } = found.visit;
  const counts = await countsSoFar([found]);
  const { changes, raised } = notCounted
    ? { changes: [], raised: [] }
    : await visitorChange(found.visit, addedVisits([found.visit], counts), now);
  return {
    changes: [...visitAdded(found.visit), ...tallyChanges([found], counts), ...changes],
    answer: notCounted ? notCountedNames[notCounted] : 'Counted',
    isCounted: !notCounted,
    raised,
  };
}

const isWithdrawn = ({ notCounted }: Visit): boolean => notCounted === 'withdrawn';

export const acceptedVisit = ({ memberId, facilityId, date }: VisitReport, now: Date): Promise<VisitTaken> =>
  visitByRules({ memberId, facilityId, date, time: '' }, now, ': refuse the report with this reason');
