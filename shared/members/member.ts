import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { emailFailureSchema } from '../email-failure.ts';
import { healthConsent } from './health-consent.ts';
import { visitMonths } from './month-visits.ts';
import type { Facility } from '../facilities/facility.ts';
import { withoutMarks } from '../transliterate.ts';

/** The state of a member between invitation and departure (spec 2 §4). */
export const invitationStatuses = [
  { id: 1, code: 'waitingToInvite', name: 'Waiting to invite', color: 'yellow' },
  { id: 2, code: 'invited', name: 'Invited', color: 'green' },
  { id: 3, code: 'enrolledWaitingForPayment', name: 'Enrolled, waiting for payment', color: 'orange' },
  { id: 4, code: 'activated', name: 'Activated', color: 'green' },
  { id: 5, code: 'suspended', name: 'Suspended', color: 'beet' },
  { id: 6, code: 'waitingToDelete', name: 'Waiting to delete', color: 'beet' },
  { id: 7, code: 'onHold', name: 'On hold', color: 'orange' },
  { id: 8, code: 'deleted', name: 'Deleted', color: 'beet' },
] as const;
export const invitationStatus = z.literal([1, 2, 3, 4, 5, 6, 7, 8]);
export type InvitationStatus = z.output<typeof invitationStatus>;

/** The words people read for a status. */
export const invitationStatusName = (status: InvitationStatus): string =>
  invitationStatuses.find(({ id }) => id === status)?.name ?? '';

export const waitingToInvite = 1;
export const invited = 2;
export const enrolledWaitingForPayment = 3;
export const activated = 4;
export const suspended = 5;
export const waitingToDelete = 6;
export const onHold = 7;
export const deleted = 8;

/** Physical key 0, digital key 1 (spec 2 §4). */
export const accessTypes = { physicalKey: 0, digitalKey: 1 } as const;

/** The words people read for an access type; null where there is no member. */
export const accessTypeName = (type: 0 | 1 | null): string | null =>
  type === null ? null : type === accessTypes.digitalKey ? 'Digital key' : 'Physical key';

/** The signed agreement: where its PDF is, which version, the hash of its text, and when it was signed. */
const signedAgreement = z.object({
  partitionKey: z.string(),
  rowKey: z.string(),
  version: recordVersion,
  hash: z.string(),
  signedAt: z.string(),
});

/** The type of person that a membership is for. */
export const membershipTypes = ['Single', 'Couple', 'Family'] as const;

/**
 * Optional columns of a roster. Upload, comparison, correction, form, download, and stored member read these fields;
 * roster-details.ts declares their columns, and erased-member.ts whether an erasure keeps them.
 */
export const memberDetails = z
  .object({
    middleInitial: z.string(),
    address1: z.string(),
    address2: z.string(),
    city: z.string(),
    /** The code of the state. */
    state: z.string(),
    zipCode: z.string(),
    membershipType: z.enum(membershipTypes),
    /** The employer's number for the person. */
    employeeNumber: z.string(),
  })
  .partial();
export type DetailField = keyof z.output<typeof memberDetails>;

type StoredDetails = {
  [Field in DetailField]: z.ZodNullable<(typeof memberDetails.shape)[Field]>;
};
const storedDetails = Object.fromEntries(
  Object.entries(memberDetails.shape).map(([field, schema]) => [field, schema.nullable()]),
) as StoredDetails;

/** A member of one partner's program. A person with several memberships has several of these. */
export const member = z.object({
  id: z.string(),
  partnerId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  dateOfBirth: z.string().nullable(),
  /** The spelling in Latin letters that a member with a name in another script confirmed when signing. */
  latinName: z.string().optional(),
  ...storedDetails,
  country: z.string().nullable().optional(),
  invitationStatus,
  /** The person's sign-in, once the invitation is accepted. */
  userId: z.string().nullable(),
  /** The key fob in use. */
  keyFobNumber: z.string().nullable(),
  /** The key fob in use when the membership ended. */
  formerKeyFobNumber: z.string().nullable().optional(),
  preferredAccessType: z.literal([0, 1]),
  /** The home club, once enrolled. */
  facilityId: z.string().nullable(),
  facilityName: z.string().nullable(),
  /** Fields of that club in the members list; a job updates them when the club changes. */
  facilityIsAf: z.boolean().optional(),
  facilityIsPpv: z.boolean().optional(),
  facilityState: z.string().nullable().optional(),
  /** Calendar dates. */
  invitedOn: z.string().nullable(),
  /** ISO instant of the last invitation that was sent by hand. */
  invitationSentAt: z.string().optional(),
  enrolledOn: z.string().nullable(),
  /** The first day of the enrollment: the later of signing (`enrolledOn`) and the program's launch. */
  startsOn: z.string().nullable().optional(),
  activatedOn: z.string().nullable(),
  /** The times on hold, `to` the first day after; calendar dates. Pauses of the member have both dates in advance. */
  holds: z
    .array(z.object({ from: z.string(), to: z.string().nullable(), isPause: z.boolean().optional() }))
    .optional(),
  /** The bank returned the first dues, and they were not sent again. */
  firstDuesReturned: z.boolean().optional(),
  /** The day on which the first dues were collected, the last time after returns; dues of later months waited for it. */
  firstDuesCollectedOn: z.string().optional(),
  /** Suspensions, `to` the first day after; calendar dates. */
  suspensions: z.array(z.object({ from: z.string(), to: z.string().nullable() })).optional(),
  /** The first day without the membership. */
  leavingOn: z.string().nullable(),
  /** The first day without the membership, planned by a leavers file before the activation. */
  endsOn: z.string().optional(),
  /**
   * The right of cancellation that the signed agreement states: its last day, and the days after the notice by which the
   * refund is due. Another address, club, or setting does not reduce it. None for members who signed before this was recorded.
   */
  signedRight: z.object({ state: z.string(), until: z.string(), refundDays: z.int() }).optional(),
  /** The day on which the member used the right of cancellation: nothing is owed, and what was collected is refunded. */
  canceledOn: z.string().optional(),
  /** The day of a notice in writing that was recorded later: the membership ended as if it had been recorded on that day. */
  noticeOn: z.string().optional(),
  /** The day a bank return showed that the account for dues cannot be used; null again with another account. */
  accountInvalidatedOn: z.string().nullable().optional(),
  /** How many invitations were sent; the last one's link is made from it. */
  invitationAttempt: z.int().optional(),
  /** The last email came back for good. */
  emailProblem: emailFailureSchema.optional(),
  /** Consent for consumer health data, in states that require it. */
  healthConsent: healthConsent.optional(),
  /**
   * ISO instant since which the law of the member's or the club's state gives the right to withdraw the consent to share
   * visits. Another address, another club, or an erasure does not remove it: totals with and without a member's visits
   * would reveal them.
   */
  mayWithdrawSince: z.string().optional(),
  /** Sort values of the roster: counted visits of the latest months. */
  visitMonths: visitMonths.optional(),
  /** Closed months with visits that were reported or withdrawn late, and with payments that do not show it yet. */
  visitCorrections: z.array(z.string()).optional(),
  /** Emails about visits that the member selected or turned off, and the month of the last reminder. */
  visitEmails: z
    .object({
      firstVisit: z.boolean().optional(),
      goal: z.boolean().optional(),
      reminder: z.boolean().optional(),
      remindedIn: z.string().optional(),
    })
    .optional(),
  /**
   * The person in the partner's directory (SCIM). `rootId`: the first membership, whose ID is the resource's;
   * `successorId`: the latest one, at the first. `userName` is null if it is the email.
   */
  directory: z
    .object({
      userName: z.string().nullable(),
      externalId: z.string().nullable(),
      rootId: z.string().optional(),
      successorId: z.string().optional(),
      removed: z.boolean().optional(),
      /** The directory ended the access; a screen or file that ends a membership does not. */
      inactive: z.boolean().optional(),
      /** Phone numbers with their types; the member's phone number is one of them. */
      phoneNumbers: z
        .array(z.object({ value: z.string(), type: z.string(), primary: z.boolean().optional() }))
        .optional(),
    })
    .optional(),
  /** ISO instants: when the member was added, and when a value that the employer's directory contains changed. */
  addedAt: z.string().optional(),
  changedAt: z.string().optional(),
  agreement: signedAgreement.nullable(),
  withdrawalPayeeToken: z.string().nullable(),
  depositPayeeToken: z.string().nullable(),
  /**
   * The monthly dues in cents that the member signed or was notified of by email, with their first month and the day;
   * of several for a month the last one applies. None for members who signed before this was recorded.
   */
  knownDues: z
    .array(
      z.object({
        fromPeriod: z.string(),
        amount: z.int(),
        on: z.string(),
        isSigned: z.boolean(),
        /** Days of notice before a withdrawal, if the state requires more than for every varying amount. */
        noticeDays: z.int().optional(),
      }),
    )
    .optional(),
  /** The day of the last annual notice of the dues and of how to end the membership, in states that require it. */
  annualNoticeOn: z.string().optional(),
  version: recordVersion,
});
export type Member = z.output<typeof member>;

/** Returns the first day without the membership, also of an end that is planned; null if no end is known. */
export const endOf = ({ leavingOn, endsOn }: Pick<Member, 'leavingOn' | 'endsOn'>): string | null =>
  leavingOn ?? endsOn ?? null;

/** The first day of a member's enrollment; null before it. */
export const firstDayOf = ({
  startsOn,
  enrolledOn,
}: Pick<Member, 'startsOn' | 'enrolledOn'>): string | null => startsOn ?? enrolledOn;

interface Interval {
  from: string;
  to: string | null;
}

const includesDay = (times: readonly Interval[], date: string): boolean =>
  times.some(({ from, to }) => from <= date && (to === null || date < to));

/** True when the membership was on hold on a day; the day it resumes is not one of them. */
export const isOnHold = ({ holds = [] }: Pick<Member, 'holds'>, date: string): boolean =>
  includesDay(holds, date);

/** True when the membership was suspended on a day; the day it is activated again is not one of them. */
export const isSuspended = ({ suspensions = [] }: Pick<Member, 'suspensions'>, date: string): boolean =>
  includesDay(suspensions, date);

/** Returns the fields of a member that are copied from the facility. */
export const atFacility = ({
  id,
  name,
  isAf,
  isPpv,
  state,
}: Facility): Pick<
  Member,
  'facilityId' | 'facilityName' | 'facilityIsAf' | 'facilityIsPpv' | 'facilityState'
> => ({
  facilityId: id,
  facilityName: name,
  facilityIsAf: isAf,
  facilityIsPpv: isPpv ?? false,
  facilityState: state,
});

/** The fields that a full roster is compared with: the identity of a member and the columns of a file. */
export const rosterMember = member
  .pick({
    id: true,
    invitationStatus: true,
    keyFobNumber: true,
    email: true,
    firstName: true,
    lastName: true,
    phone: true,
    dateOfBirth: true,
  })
  .extend(storedDetails);
export type RosterMember = z.output<typeof rosterMember>;

/** The part of a member that identifies the person. */
export type Person = Pick<
  Member,
  'firstName' | 'lastName' | 'email' | 'dateOfBirth' | 'keyFobNumber' | 'formerKeyFobNumber'
>;

const nameOf = ({ firstName, lastName }: Person): string =>
  withoutMarks(`${firstName} ${lastName}`).toLowerCase().replaceAll(/\s+/g, ' ').trim();

const keyFobOf = ({ keyFobNumber, formerKeyFobNumber }: Person): string | null =>
  keyFobNumber ?? formerKeyFobNumber ?? null;

const isEqual = (left: string | null, other: string | null): boolean => left !== null && left === other;

/**
 * Compares a former and a new member. Two matches (name, birth date, key fob, email) identify a person, except key fob
 * with email alone. One match, or a different birth date, is ambiguous; a birth date alone is no match.
 */
export function isSamePerson(person: Person, other: Person): 'yes' | 'perhaps' | 'no' {
  const name = nameOf(person) === nameOf(other);
  const keyFob = isEqual(keyFobOf(person), keyFobOf(other));
  const email = person.email.toLowerCase() === other.email.toLowerCase();
  const born = isEqual(person.dateOfBirth, other.dateOfBirth);
  const isBornOtherwise = !born && person.dateOfBirth !== null && other.dateOfBirth !== null;
  const isAlike = (name && (keyFob || born || email)) || (born && (keyFob || email));
  if (isAlike) return isBornOtherwise ? 'perhaps' : 'yes';
  return !isBornOtherwise && (name || email || keyFob) ? 'perhaps' : 'no';
}

/** Minimum common values of equal persons: only members with one of these in common are compared. */
export const personKeys = (person: Person): string[] => [
  `name ${nameOf(person)}`,
  `email ${person.email.toLowerCase()}`,
  ...(keyFobOf(person) === null ? [] : [`fob ${keyFobOf(person)}`]),
];

/** The fields of a new roster member. */
type RosterFields = Pick<
  Member,
  'id' | 'partnerId' | 'firstName' | 'lastName' | 'email' | 'phone' | 'dateOfBirth'
> &
  Pick<Member, DetailField>;

/** A member who waits for an invitation: every membership begins so. Calendar dates are null until they happen. */
export const newMember = (fields: RosterFields): Member => ({
  ...fields,
  invitationStatus: waitingToInvite,
  userId: null,
  keyFobNumber: null,
  preferredAccessType: accessTypes.physicalKey,
  facilityId: null,
  facilityName: null,
  invitedOn: null,
  enrolledOn: null,
  activatedOn: null,
  leavingOn: null,
  agreement: null,
  withdrawalPayeeToken: null,
  depositPayeeToken: null,
  version: 0,
});
