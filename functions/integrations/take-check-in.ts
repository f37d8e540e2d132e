import {
  type FacilityCheckIn,
  type AcceptedCheckIn,
  resultOf,
} from '../../shared/integrations/client-contract.ts';
import { Refusal } from '../../shared/refusal.ts';
import { localTime } from '../../shared/visits/check-in.ts';
import { loadFacility } from '../facilities/store.ts';
import { auditWrite } from '../table/audit.ts';
import { retryOnConflict } from '../table/retry.ts';
import { transact } from '../table/transact.ts';
import { visitByRules } from '../visits/accepted-visit.ts';
import { membersOf, membersOfOtherFacilities } from '../visits/resolve-check-ins.ts';
import { emailAboutVisits } from '../visits/visit-email.ts';
import { findResult, resultWrite } from './check-in-store.ts';

interface CheckInContext {
  facilityId: string;
  who: string;
  now: Date;
}

/**
 * Takes a check-in by the rules of the import, once per ID of the club. A check-in that was not stored can be sent again,
 * for example after the member was added to the roster.
 */
export async function takeCheckIn(sent: FacilityCheckIn, context: CheckInContext): Promise<AcceptedCheckIn> {
  let result: AcceptedCheckIn | undefined;
  await retryOnConflict(async () => {
    const before = await findResult(context.facilityId, sent.checkInId);
    result = before
      ? { ...before, checkInId: sent.checkInId, isRepeated: true }
      : await takeNew(sent, context);
  });
  if (!result) throw new Error('a check-in without result');
  return result;
}

async function takeNew(
  sent: FacilityCheckIn,
  { facilityId, who, now }: CheckInContext,
): Promise<AcceptedCheckIn> {
  const { checkInId } = sent;
  const facility = await loadFacility(facilityId);
  const { date, time } = localTime(new Date(sent.at), facility);
  const line = {
    line: 1,
    keyFob: sent.keyFobNumber ?? '',
    memberId: sent.memberId ?? '',
    email: sent.email ?? '',
    clubId: facilityId,
    date,
    time,
  };
  const member = (await membersOf([line], facilityId))(line);
  const notStored = (result: 'unknownMember' | 'refused', reason: string | null): AcceptedCheckIn => ({
    checkInId,
    result,
    reason,
    memberId: null,
    isRepeated: false,
  });
  if (!member) return notStored('unknownMember', 'No member has this ID, key fob, or email.');
  // the status of a member is for the own club; another one learns only whether the visit counts
  const isOwn = (await membersOfOtherFacilities([member], facilityId)).size === 0;
  const visit = await visitByRules({ memberId: member.id, facilityId, date, time }, now).catch(refusalOf);
  if (visit instanceof Refusal) return notStored('refused', isOwn ? visit.message : null);
  const { changes, message, isCounted, raised = [] } = visit;
  const accepted = {
    result: resultOf(message, isCounted),
    reason: isCounted || !isOwn ? null : message,
    memberId: isOwn ? member.id : (sent.memberId ?? null),
  };
  await transact(
    ...changes,
    resultWrite(facilityId, checkInId, accepted, now),
    auditWrite(
      {
        name: 'visits imported',
        subject: `member ${member.id}`,
        partnerId: member.partnerId,
        who,
        after: { facilityId, checkInId, result: accepted.result },
      },
      now,
    ),
  );
  await emailAboutVisits(raised, now);
  return { ...accepted, checkInId, isRepeated: false };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}
