import { dateInChicago, showDate } from '../../shared/calendar.ts';
import { checkTransferTarget } from '../../shared/enrollment/transfer.ts';
import { keyFobActivated, keyFobStatusInUse, lostKeyFob } from '../../shared/employees/key-fob.ts';
import { notAvailable } from '../../shared/employees/membership-rules.ts';
import type { Member } from '../../shared/members/member.ts';
import { requestEnded, type MemberRequest } from '../../shared/members/requests/request.ts';
import { isEnrolled } from '../../shared/members/standing.ts';
import { Refusal } from '../../shared/refusal.ts';
import { keyFobChange, loadKeyFobs } from '../employees/store.ts';
import { loadFacility, unchangedFacility } from '../facilities/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { memberChange } from './store.ts';
import { transferStep } from './transfer-member.ts';

interface Acceptance {
  request: MemberRequest;
  member: Member;
  who: string;
  now: Date;
}

interface Accepted {
  message: string;
  changes: Change[];
}

/** Transfers the member as administrators do; a member who is at the club already stays there. */
export async function acceptedFacilityChange({ request, member, who, now }: Acceptance): Promise<Accepted> {
  const to = await loadFacility(request.facilityId ?? '');
  checkTransferTarget(to);
  const { result, changes } = await transferStep({
    memberId: member.id,
    member,
    to,
    who,
    now,
    closesRequest: true,
  });
  if (!result.success) throw new Refusal('conflict', `${result.message} Decline the request.`);
  return {
    message: `Your club is ${to.name}.`,
    changes: changes.length > 0 ? [...changes, unchangedFacility(to)] : [],
  };
}

/** Gives the member another key fob and bans the lost one from the day of the report. */
export async function replacedKeyFob(
  { request, member, who, now }: Acceptance,
  newNumber: string | undefined,
): Promise<Accepted> {
  if (!isEnrolled(member)) throw new Refusal('conflict', requestEnded);
  const number = newNumber?.toUpperCase() ?? '';
  const current = member.keyFobNumber ?? '';
  const isReplaced = current !== '' && current !== request.lostNumber;
  if (isReplaced) return { message: `Your key fob is ${current}.`, changes: [] };
  if (number === '') throw new Refusal('invalid', 'New Key Fob is required.', 'newNumber');
  const keyFobs = await loadKeyFobs([current, number].filter(Boolean));
  const [lost, next] = [current, number].map((each) => keyFobs.find((keyFob) => keyFob.number === each));
  if (next && (next.partnerId !== member.partnerId || next.memberId !== null || next.keyFobStatusId !== 0))
    throw new Refusal('invalid', notAvailable, 'newNumber');
  const inUse = { memberId: member.id, keyFobStatusId: keyFobStatusInUse(member) };
  const added = { number, partnerId: member.partnerId, addedAt: now.toISOString(), version: 0 };
  const on = dateInChicago(new Date(request.requestedAt));
  return {
    message: `Your key fob is ${number}. Check-ins with key fob ${request.lostNumber} count before ${showDate(on)} only.`,
    changes: [
      ...memberChange(member, { ...member, keyFobNumber: number }),
      ...(lost ? keyFobChange(lost, lostKeyFob(lost, member.id, on)) : []),
      ...keyFobChange(next ?? null, { ...(next ?? { ...added, keyFobStatusId: keyFobActivated }), ...inUse }),
      auditWrite(
        {
          name: 'key fob reassigned',
          subject: `member ${member.id}`,
          partnerId: member.partnerId,
          who,
          before: { number: current },
          after: { number },
        },
        now,
      ),
    ],
  };
}
