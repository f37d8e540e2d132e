import { dateInChicago } from '../../shared/calendar.ts';
import { transferredMember, transferredStays, transferRefusal } from '../../shared/enrollment/transfer.ts';
import type { Facility } from '../../shared/facilities/facility.ts';
import type { Member } from '../../shared/members/member.ts';
import type { TransferResult } from '../../shared/members/transfer.ts';
import { Refusal } from '../../shared/refusal.ts';
import { loadEnrollment } from './enrollments-store.ts';
import { unchangedFacility } from '../facilities/store.ts';
import { auditWrite } from '../table/audit.ts';
import type { Change } from '../table/write.ts';
import { transact } from '../table/transact.ts';
import { enrollmentChange, findMember, memberChange } from './store.ts';

interface Transfer {
  memberId: string;
  /** As loaded; undefined for an unknown ID. */
  member: Member | undefined;
  to: Facility;
  who: string;
  now: Date;
}

export interface TransferStep {
  result: TransferResult;
  changes: Change[];
}

/** Transfers one member in a separate transaction; a lost race is reported as that member's failure. */
export async function transferMember(transfer: Omit<Transfer, 'member'>): Promise<TransferResult> {
  const member = await findMember(transfer.memberId);
  const { result, changes } = await transferStep({ ...transfer, member });
  try {
    await transact(...changes, ...(changes.length > 0 ? [unchangedFacility(transfer.to)] : []));
    return result;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ...result, success: false, message: error.message };
  }
}

/**
 * Returns a member's result and writes; none if the member is already at the facility or cannot be transferred. The
 * transaction also needs the condition that the facility is unchanged (`unchangedFacility`).
 */
export async function transferStep({ memberId, member, to, who, now }: Transfer): Promise<TransferStep> {
  const today = dateInChicago(now);
  const refusal = transferRefusal(member, today);
  const isThere = member?.facilityId === to.id;
  const message = refusal ?? (isThere ? `Already at ${to.name}. Nothing was changed.` : 'Transferred');
  const result: TransferResult = {
    memberId,
    memberName: member ? `${member.firstName} ${member.lastName}` : memberId,
    success: refusal === undefined,
    message,
    fromName: member?.facilityName ?? null,
    fromNumber: member?.facilityId ?? null,
    toName: to.name,
    toNumber: to.facilityNumber,
  };
  if (!member || refusal !== undefined || isThere) return { result, changes: [] };
  return { result, changes: await transferChanges(member, to, who, now) };
}

async function transferChanges(member: Member, to: Facility, who: string, now: Date): Promise<Change[]> {
  const { partnerId, facilityId, id } = member;
  const [stay, before] = await Promise.all([
    loadEnrollment(partnerId, facilityId ?? '', id),
    loadEnrollment(partnerId, to.id, id),
  ]);
  if (!stay) throw new Error(`member ${id} is at club ${facilityId} without an enrollment`);
  const { left, joined } = transferredStays(stay, before, to.id, dateInChicago(now));
  return [
    ...memberChange(member, transferredMember(member, to)),
    ...enrollmentChange(stay, left),
    ...enrollmentChange(before ?? null, joined),
    auditWrite(
      {
        name: 'member transferred',
        subject: `member ${id}`,
        partnerId: member.partnerId,
        who,
        before: { facilityId, until: left.to },
        after: { facilityId: to.id, from: joined.from },
      },
      now,
    ),
  ];
}
