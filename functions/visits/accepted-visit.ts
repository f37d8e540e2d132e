import { Refusal } from '../../shared/refusal.ts';
import type { VisitReport } from '../../shared/visits/missing-visit.ts';
import { notCountedNames } from '../../shared/visits/visit.ts';
import type { Change } from '../table/change.ts';
import { resolveCheckIns } from './resolve-check-ins.ts';
import { visitAdded } from './store.ts';
import { countsSoFar, tallyChanges } from './visit-tally-store.ts';
import { countedAnew } from './visitor-store.ts';

/**
 * What an accepted report becomes: the visit that a line of the club's file would be, by the same rules. One that the
 * club's file brought meanwhile is not added again. Refuses ('conflict') what the import would refuse.
 */
export async function acceptedVisit(
  { memberId, facilityId, date }: VisitReport,
  now: Date,
): Promise<{ changes: Change[]; answer: string }> {
  const line = { line: 1, keyFob: '', memberId, email: '', clubId: facilityId, date, time: '' };
  const [found] = await resolveCheckIns([line], now);
  if (!found || 'refused' in found)
    throw new Refusal(
      'conflict',
      `${found?.refused.reason ?? 'This visit cannot be added.'} Nothing was changed: refuse the report with this reason.`,
    );
  if ('kept' in found) return { changes: [], answer: 'The club reported this visit too' };
  const { notCounted } = found.visit;
  return {
    changes: [
      ...visitAdded(found.visit),
      ...tallyChanges([found], await countsSoFar([found])),
      ...(notCounted ? [] : await countedAnew([found.visit], 1)),
    ],
    answer: notCounted ? notCountedNames[notCounted] : 'Counted',
  };
}
