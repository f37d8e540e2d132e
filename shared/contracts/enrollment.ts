import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { keyFobNumber } from '../employees/key-fob.ts';
import { calendarDate } from '../fields.ts';
import { partnerId, recordId } from '../ids.ts';
import { money } from '../money.ts';
import { done } from '../page.ts';
import { operationTypes, programPaymentTypeId } from '../programs.ts';
import { numberText } from '../query.ts';
import { agreementSection, signedLine } from '../enrollment/agreement.ts';
import { agreementForm, currentAgreementVersion } from '../enrollment/agreement-text.ts';
import { invitationState, invitationToken } from '../enrollment/invitation.ts';
import { signing as signingCalls } from '../enrollment/signing-contract.ts';
import { newPasswordForm } from '../users/passwords.ts';
import { onWire } from '../wire-names.ts';

/** One membership is signed for at a time. */
const memberChoice = z.array(recordId).length(1, 'Choose one membership.');
const debit = z.literal(operationTypes.debit).default(operationTypes.debit);

/** Data of the enrollment pages: the member, the program's terms, and the signed agreement. */
const legalContract = z.object({
  memberId: onWire('memberGuid', z.string()),
  keyFobNumber: onWire('facilityMemberID', z.string().nullable()),
  isMemberAgreed: z.boolean(),
  firstName: z.string(),
  lastName: z.string(),
  /** The spelling to confirm, empty if it is unknown; null for a name in Latin letters. */
  latinName: z.string().nullable(),
  contactNumber: z.string(),
  email: z.string(),
  /** Today, or the day of the signature. */
  date: z.string(),
  /** The day of a signature that is given now. */
  today: z.string(),
  /** The first day of an enrolled member's membership; null before the enrollment. */
  memberSince: z.string().nullable(),
  documentAgreementVersion: z.int(),
  /** The version that the program requires now. */
  versionToSign: z.int(),
  programPaymentType: programPaymentTypeId,
  memberReimbursementTypeId: onWire('memberReimbursementTypeID', z.literal([4, 8, 10])),
  partnerId: onWire('partnerID', z.string()),
  partnerName: z.string(),
  preferredAccessType: z.literal([0, 1]),
  invitationStatus: z.int(),
  launchDate: z.string(),
  memberDuesAmount: money(),
  memberReimbursementAmount: money(),
  numberOfVisitsToReimburse: z.int(),
  /** Saved changes of dues and reimbursements of later months, as sentences. */
  comingChanges: z.array(z.string()),
  facilityId: z.string().nullable(),
  facilityName: z.string().nullable(),
  agreementPartitionKey: z.string().nullable(),
  agreementRowKey: z.string().nullable(),
  /** The signed lines, independent of today's terms; null if only the PDF contains them. */
  signed: z
    .object({
      programPaymentType: programPaymentTypeId,
      lines: z.array(signedLine),
      /** The club's own rules as they were signed; null where it had none. */
      clubRules: agreementSection.nullable(),
    })
    .nullable(),
  /** The accounts that were given, by their last four digits; null where none was. */
  withdrawalAccount: z.string().nullable(),
  depositAccount: z.string().nullable(),
});

export const enrollment = area('enrollment', {
  ...signingCalls,
  invitation: endpoint({
    method: 'GET',
    path: '/invitations/{token}',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Returns an invitation to the holder of its link.',
    params: z.object({ token: invitationToken }),
    response: z.object({
      status: invitationState,
      partnerName: z.string(),
      /** The price of the membership and its reimbursement; null without a program. */
      offer: z.string().nullable(),
      firstName: z.string(),
      email: z.string(),
      expiresOn: z.string(),
      hasAccount: z.boolean(),
      /** The employer requires its identity provider, so passwords have no effect. */
      isWithoutPassword: z.boolean(),
      /** A log-in at the provider proved the person; the browser that did it can add the membership to an account. */
      isIdentified: z.boolean(),
    }),
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/invitations/{token}/accept',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Accepts an invitation with a new password; the person can sign in from then on.',
    params: z.object({ token: invitationToken }),
    body: newPasswordForm,
    response: done.extend({ email: z.string() }),
  }),
  joinWithInvitation: endpoint({
    method: 'POST',
    path: '/invitations/{token}/join',
    roles: ['member'],
    ownership: 'own',
    summary: 'Adds the membership of an invitation to the member who is signed in with the same address.',
    params: z.object({ token: invitationToken }),
    /** Secret of the browser that logged in at the provider of the employer. */
    body: z.object({ browserSecret: z.string().max(200).optional() }),
    response: done.extend({ memberId: onWire('memberGuid', z.string()) }),
  }),
  legalContract: endpoint({
    method: 'GET',
    path: '/members/memberlegalcontract',
    roles: ['member', 'systemAdmin', 'facilityManager'],
    ownership: 'loaded',
    summary: "A member's legal contract: what will be signed, or what was.",
    query: z.object({ memberId: onWire('memberIdGuid', recordId) }),
    response: legalContract,
  }),
  checkKeyFob: endpoint({
    method: 'GET',
    path: '/members/memberlegalcontract/keyfob',
    roles: ['member'],
    ownership: { member: 'memberId' },
    summary:
      'Checks before the signature whether a member can enroll with a key fob; refuses with the reason.',
    query: z.object({
      memberId: onWire('memberIdGuid', recordId),
      keyFobNumber: onWire('facilityMemberID', keyFobNumber()),
    }),
    response: done,
  }),
  enroll: endpoint({
    method: 'POST',
    path: '/members/membersaffacilitywithinprogram/enroll',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    summary: 'Signs the agreement and enrolls the member in a club; a repeated call changes nothing.',
    body: agreementForm.extend({
      facilityId: recordId,
      memberIds: onWire('MemberIds', memberChoice),
      operationTypeId: onWire('OperationTypeID', debit),
    }),
    response: done,
  }),
  resign: endpoint({
    method: 'POST',
    path: '/members/memberlegalcontract/resign',
    roles: ['member'],
    ownership: { members: 'memberIds' },
    stepUp: ['memberIds'],
    summary: 'Signs the current agreement for the club the member is enrolled in.',
    body: agreementForm.extend({
      facilityId: recordId,
      memberIds: memberChoice,
      operationTypeId: onWire('operationTypeID', debit),
    }),
    response: done,
  }),
  calculatedDues: endpoint({
    method: 'GET',
    path: '/members/calculateddues',
    roles: ['member'],
    ownership: { partner: 'partnerId' },
    summary: 'The dues of the first month, by the day, and the first two withdrawals.',
    query: z.object({ partnerId, startingDateToCalculate: calendarDate('Start Date') }),
    response: z.object({
      data: z.object({
        duesAmount: money(),
        withdrawals: z.array(
          z.object({
            periodId: onWire('periodID', z.string()),
            amount: money(),
            date: z.string(),
            isEarliest: z.boolean(),
          }),
        ),
      }),
    }),
  }),
  policies: endpoint({
    method: 'GET',
    path: '/policies/equipmentandfacilities',
    roles: ['member', 'systemAdmin', 'facilityManager'],
    ownership: 'open',
    summary: 'The words of the agreement as HTML without anything that could run.',
    query: z.object({
      documentAgreementVersion: numberText({ least: 1, most: 99 }).default(currentAgreementVersion),
      programPaymentType: numberText({ least: 1, most: 3 }),
      facilityAFNumber: z.string().max(40).optional(),
    }),
    response: z.string(),
  }),
});
