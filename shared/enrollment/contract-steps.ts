import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { accessTypes, type Member } from '../members/member.ts';

export type ContractStep = 'keyFob' | 'withdrawal' | 'deposit' | 'payment' | 'agreement';

/** The reimbursement goes straight to the member, who has to name an account for it. */
export const directToMember = 4;

type Terms = Pick<GroupMembership, 'programPaymentTypeID' | 'memberReimbursementTypeID'>;

/** The steps of the enrollment in their order; the agreement is always the last (spec 3 §4). */
export function contractSteps(terms: Terms, access: Pick<Member, 'preferredAccessType'>): ContractStep[] {
  const steps: ContractStep[] = [];
  if (access.preferredAccessType === accessTypes.physicalKey) steps.push('keyFob');
  if (terms.programPaymentTypeID !== 1) steps.push('withdrawal');
  if (terms.programPaymentTypeID === 2 && terms.memberReimbursementTypeID === directToMember)
    steps.push('deposit');
  if (terms.programPaymentTypeID !== 1) steps.push('payment');
  return [...steps, 'agreement'];
}

/** Does the member pay anything? If not, enrolling activates at once (design, invitation status). */
export const memberPays = (
  terms: Pick<GroupMembership, 'programPaymentTypeID' | 'memberDuesAmount'>,
): boolean => terms.programPaymentTypeID !== 1 && terms.memberDuesAmount > 0;
