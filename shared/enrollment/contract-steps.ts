import * as z from 'zod';
import { periodOf, type CalendarDate } from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { reimburses } from '../group-memberships/group-membership-rules.ts';
import { termsFor } from '../group-memberships/terms-versions.ts';
import { accessTypes, type Member } from '../members/member.ts';
import { firstDayOfEnrollment } from '../payments/dues.ts';
import { showMoney } from '../money.ts';
import { plural } from '../number-words.ts';
import type { FeatureFlags } from '../settings/feature-flags.ts';
import { isMemberPaid, isPartnerPaid } from '../programs.ts';

export const contractStep = z.enum(['keyFob', 'withdrawal', 'deposit', 'payment', 'agreement']);
export type ContractStep = z.output<typeof contractStep>;

/** The reimbursement goes straight to the member, who has to name an account for it. */
export const directToMember = 4;

type Terms = Pick<GroupMembership, 'programPaymentTypeId' | 'memberReimbursementTypeId'>;

/** The steps of the enrollment in their order; the agreement is always the last (spec 3 §4). */
export function contractSteps(terms: Terms, access: Pick<Member, 'preferredAccessType'>): ContractStep[] {
  const steps: ContractStep[] = [];
  if (access.preferredAccessType === accessTypes.physicalKey) steps.push('keyFob');
  if (!isPartnerPaid(terms)) steps.push('withdrawal');
  if (isMemberPaid(terms) && terms.memberReimbursementTypeId === directToMember) steps.push('deposit');
  if (!isPartnerPaid(terms)) steps.push('payment');
  return [...steps, 'agreement'];
}

/**
 * Returns true if the member pays anything; otherwise enrollment activates the membership immediately (design,
 * invitation status).
 */
export const memberPays = (
  terms: Pick<GroupMembership, 'programPaymentTypeId' | 'memberDuesAmount'>,
): boolean => !isPartnerPaid(terms) && terms.memberDuesAmount > 0;

/** Returns what a membership costs the member and what is reimbursed, for an enrollment that is signed on a day. */
export function offerText(program: GroupMembership, partnerName: string, signedOn: CalendarDate): string {
  const terms = termsAtSigning(program, signedOn);
  const price = memberPays(terms)
    ? `You pay ${showMoney(terms.memberDuesAmount)} a month.`
    : `${partnerName} pays for your membership.`;
  if (!reimburses(terms)) return price;
  const visits = plural(terms.numberOfVisitsToReimburse, 'visit', 'visits');
  return `${price} For each month with ${visits}, ${showMoney(terms.memberReimbursementAmount)} is reimbursed.`;
}

/** The program with the terms in force in the month in which an enrollment that is signed on a day begins. */
export const termsAtSigning = (program: GroupMembership, signedOn: CalendarDate): GroupMembership =>
  termsFor(program, periodOf(firstDayOfEnrollment(signedOn, program.launchDate)));

/**
 * The member during enrollment. With access passes (gmr-add-program and gm-access-pass-feature), a phone replaces the
 * key fob (spec 3 §4).
 */
export const withAccess = <M extends Pick<Member, 'preferredAccessType'>>(
  member: M,
  { gmrAddProgram, gmAccessPassFeature }: Pick<FeatureFlags, 'gmrAddProgram' | 'gmAccessPassFeature'>,
): M =>
  gmrAddProgram && gmAccessPassFeature ? { ...member, preferredAccessType: accessTypes.digitalKey } : member;
