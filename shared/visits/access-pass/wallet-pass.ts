import { addDays, type CalendarDate } from '../../calendar.ts';
import type { Member } from '../../members/member.ts';
import { Refusal } from '../../refusal.ts';
import type { FeatureFlags } from '../../settings/feature-flags.ts';
import { mayHavePass } from './access-pass.ts';

/** The content of a pass in a phone's wallet: the barcode is the key fob that the club's own system reads. */
export interface WalletPass {
  memberId: string;
  memberName: string;
  facilityName: string;
  barcode: string;
  /** Last day of the membership; null if none is known. */
  lastDay: CalendarDate | null;
}

/** Returns the wallet pass of an active member with a key fob; undefined for others. */
export function walletPassOf(
  member: Member,
  flags: Pick<FeatureFlags, 'gmrAddProgram' | 'gmAccessPassFeature'>,
): WalletPass | undefined {
  if (!mayHavePass(member, flags) || member.keyFobNumber === null) return undefined;
  return {
    memberId: member.id,
    memberName: `${member.firstName} ${member.lastName}`,
    facilityName: member.facilityName ?? '',
    barcode: member.keyFobNumber,
    lastDay: member.leavingOn === null ? null : addDays(member.leavingOn, -1),
  };
}

/** Throws 'conflict': the deployment has no certificates, or the member is not active or has no key fob. */
export function noWalletPass(): never {
  throw new Refusal('conflict', 'A wallet pass is not available for this membership. Use your key fob.');
}
