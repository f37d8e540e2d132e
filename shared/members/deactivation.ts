import type { Facility } from '../facilities/facility.ts';
import { Refusal } from '../refusal.ts';
import { activated, type Member } from './member.ts';
import type { MemberRow } from './member-row.ts';

/** Returns true for a named, activated member at a pay-per-visit AF club (spec 3 §5, §6). */
export const mayDeactivate = ({ isPpv, isAf, memberFirstName, invitationStatus }: MemberRow): boolean =>
  isPpv && isAf && memberFirstName !== '' && invitationStatus === activated;

/** Throws ('invalid') if the member's club is not pay-per-visit and AF. */
export function checkDeactivation({ firstName }: Member, facility: Facility | undefined): void {
  if (firstName === '')
    throw new Refusal('invalid', 'Only a member with a first name can be deactivated here.');
  if (!facility?.isAf || !facility.isPpv)
    throw new Refusal(
      'invalid',
      'Only members of pay-per-visit AF facilities can be deactivated here. Nothing was changed.',
    );
}

/** Confirmation question (spec 3 §4). */
export const deactivationQuestion = ({ memberFirstName, memberLastName, keyFobNumber }: MemberRow): string =>
  `Are you sure you want to deactivate ${memberFirstName} ${memberLastName} with keyfob ${keyFobNumber ?? 'Access Pass'}?`;
