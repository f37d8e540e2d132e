import { periodOf, type CalendarDate } from '../calendar.ts';
import { type KeyFob, keyFobFree } from '../employees/key-fob.ts';
import { type Facility, isAcceptingMembers } from '../facilities/facility.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { consentStateOf, newConsent, type HealthConsent } from '../members/health-consent.ts';
import { activated, enrolledWaitingForPayment, invited, type Member, atFacility } from '../members/member.ts';
import { moveMember } from '../members/membership-status.ts';
import { firstDayOfEnrollment, firstDues } from '../payments/dues.ts';
import { needsLatinName } from '../members/latin-name.ts';
import { Refusal } from '../refusal.ts';
import { type AgreementForm, agreementVersionOf } from './agreement-text.ts';
import { contractSteps, type ContractStep } from './contract-steps.ts';
import { duesAnnouncedAtSigning } from './announced-dues.ts';

/** Data that an enrollment depends on; `fob` is the record of the entered number. */
export interface Signing {
  member: Member;
  facility: Facility;
  terms: GroupMembership;
  keyFob: KeyFob | undefined;
  /** Days of notice before higher dues, by the state of the club or the member. */
  priceNoticeDays?: number | undefined;
}

type Form = Pick<
  AgreementForm,
  | 'keyFobNumber'
  | 'withdrawalFromBankAccount'
  | 'depositToBankAccount'
  | 'documentAgreementVersion'
  | 'memberDuesAmount'
  | 'healthDataCollection'
  | 'healthDataSharing'
  | 'latinName'
>;

/** True when the member is enrolled at this facility with this key fob: a repeated submit changes nothing. */
export const isEnrolledAt = (
  { facilityId, keyFobNumber, invitationStatus }: Member,
  form: { facilityId: string; keyFobNumber?: string },
): boolean =>
  (invitationStatus === activated || invitationStatus === enrolledWaitingForPayment) &&
  facilityId === form.facilityId &&
  (form.keyFobNumber ?? keyFobNumber) === keyFobNumber;

/** The error when the program's terms changed while the agreement was displayed. */
export const duesChanged =
  'Your dues changed after this page was opened. Nothing was signed. Reload the page to see them, then sign.';

const notNow: Record<number, string> = {
  1: 'Your membership is not open yet. Wait for your invitation.',
  5: 'Your membership is suspended. Update your billing info first.',
  6: 'Your membership is about to end, so you cannot enroll.',
  7: 'Your membership is on hold. Contact your employer or insurer.',
  8: 'Your membership has ended.',
};

/** Throws the reason why the member cannot enroll. */
export function checkEnroll(signing: Signing, form: Form): void {
  const { member, facility } = signing;
  if (member.invitationStatus !== invited)
    throw new Refusal(
      'conflict',
      notNow[member.invitationStatus] ??
        `You are enrolled in ${member.facilityName ?? 'a club'} already. Request another club under Facility Information.`,
    );
  if (!isAcceptingMembers(facility))
    throw new Refusal('invalid', `${facility.name} is not accepting new members. Choose another club.`);
  checkSigning(signing, form);
}

/** Throws 'invalid' for an incomplete signature, 'conflict' for one under outdated terms. */
export function checkSigning({ member, facility, terms, keyFob }: Signing, form: Form): void {
  const steps = contractSteps(terms, member);
  if (form.documentAgreementVersion !== agreementVersionOf(terms))
    throw new Refusal('conflict', 'There is a newer agreement. Reload the page and read it before you sign.');
  if (form.memberDuesAmount !== undefined && form.memberDuesAmount !== terms.memberDuesAmount)
    throw new Refusal('conflict', duesChanged);
  if (!form.latinName && needsLatinName(`${member.firstName} ${member.lastName}`))
    throw new Refusal('invalid', 'Enter your name in Latin letters.', 'latinName');
  if (steps.includes('keyFob')) checkKeyFob(member, keyFob, form.keyFobNumber);
  requireStep(steps, 'withdrawal', form.withdrawalFromBankAccount, 'withdrawalFromBankAccount');
  requireStep(steps, 'deposit', form.depositToBankAccount, 'depositToBankAccount');
  if (consentStateOf(member, facility) === null) return;
  for (const field of ['healthDataCollection', 'healthDataSharing'] as const)
    if (form[field] !== true)
      throw new Refusal('invalid', 'Your state requires this consent before you enroll.', field);
}

/** Returns the member's consent for consumer health data after a signature; undefined where none is required. */
export function healthConsentAtSigning(
  { member, facility }: Signing,
  today: CalendarDate,
): HealthConsent | undefined {
  const state = consentStateOf(member, facility);
  return state === null ? member.healthConsent : newConsent(member.healthConsent, state, today);
}

function requireStep(steps: ContractStep[], step: ContractStep, value: unknown, field: string): void {
  if (steps.includes(step) && value === undefined)
    throw new Refusal('invalid', `Enter bank account for ${step}s.`, field);
}

/**
 * Throws 'invalid' for a key fob that the member cannot use. The error does not reveal whether it belongs to another
 * partner.
 */
export function checkKeyFob(member: Member, keyFob: KeyFob | undefined, input: string | undefined): void {
  const refuse = (message: string) => new Refusal('invalid', message, 'keyFobNumber');
  if (!input) throw refuse('Key fob is required.');
  if (!keyFob || keyFob.partnerId !== member.partnerId)
    throw refuse('Key fob not found. Check the number printed on yours.');
  if (member.keyFobNumber !== null && member.keyFobNumber !== input)
    throw refuse('This key fob is not assigned to you. Check the number printed on yours.');
  if (keyFob.memberId !== null && keyFob.memberId !== member.id)
    throw refuse('This key fob is in use already. Check the number printed on yours.');
  if (keyFob.memberId === null && keyFob.keyFobStatusId !== keyFobFree)
    throw refuse('This key fob cannot be used. Request another one from your employer or insurer.');
}

/**
 * The member after enrolling: activated when there is nothing for the member to pay, else waiting for the first dues.
 */
export function enrolledMember(
  { member, facility, terms, priceNoticeDays }: Signing,
  form: Pick<AgreementForm, 'keyFobNumber' | 'contactNumber' | 'latinName'>,
  today: CalendarDate,
  added: Pick<Member, 'agreement' | 'healthConsent' | 'withdrawalPayeeToken' | 'depositPayeeToken'>,
): Member {
  const firstDay = firstDayOfEnrollment(today, terms.launchDate);
  return {
    ...moveMember(member, 'enroll', { today, firstDay, firstDues: firstDues(terms, firstDay) }),
    ...added,
    knownDues: duesAnnouncedAtSigning(terms, periodOf(firstDay), today, priceNoticeDays),
    keyFobNumber: form.keyFobNumber ?? member.keyFobNumber,
    phone: form.contactNumber,
    latinName: form.latinName || member.latinName,
    ...atFacility(facility),
  };
}
