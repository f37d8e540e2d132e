import type { Member } from '../members/member.ts';

/**
 * Fields of a member that an erasure keeps, because payments, visits, and evidence refer to them, and those that it
 * removes. The export of a person contains both; it omits `internal` fields, which an erasure keeps. A new field does not
 * compile before it has an entry.
 */
const fields = {
  id: 'keep',
  partnerId: 'keep',
  firstName: 'remove',
  lastName: 'remove',
  email: 'remove',
  phone: 'remove',
  dateOfBirth: 'remove',
  latinName: 'remove',
  middleInitial: 'remove',
  address1: 'remove',
  address2: 'remove',
  city: 'remove',
  state: 'remove',
  zipCode: 'remove',
  country: 'remove',
  membershipType: 'remove',
  employeeNumber: 'remove',
  invitationStatus: 'keep',
  userId: 'remove',
  keyFobNumber: 'remove',
  formerKeyFobNumber: 'remove',
  preferredAccessType: 'keep',
  facilityId: 'keep',
  facilityName: 'keep',
  facilityIsAf: 'keep',
  facilityIsPpv: 'keep',
  facilityState: 'keep',
  invitedOn: 'keep',
  invitationSentAt: 'remove',
  enrolledOn: 'keep',
  startsOn: 'keep',
  activatedOn: 'keep',
  holds: 'keep',
  firstDuesReturned: 'keep',
  firstDuesCollectedOn: 'keep',
  suspensions: 'keep',
  leavingOn: 'keep',
  endsOn: 'keep',
  signedRight: 'keep',
  canceledOn: 'keep',
  noticeOn: 'keep',
  accountInvalidatedOn: 'keep',
  invitationAttempt: 'keep',
  emailProblem: 'remove',
  healthConsent: 'keep',
  mayWithdrawSince: 'internal',
  visitMonths: 'keep',
  visitCorrections: 'keep',
  visitEmails: 'remove',
  directory: 'remove',
  addedAt: 'keep',
  changedAt: 'keep',
  agreement: 'keep',
  withdrawalPayeeToken: 'internal',
  depositPayeeToken: 'internal',
  knownDues: 'keep',
  annualNoticeOn: 'keep',
  version: 'internal',
} as const satisfies Record<keyof Member, 'keep' | 'remove' | 'internal'>;

type RetainedField = {
  [Field in keyof Member]-?: (typeof fields)[Field] extends 'remove' ? never : Field;
}[keyof Member];

const useOf = (field: string): string | undefined =>
  Object.hasOwn(fields, field) ? fields[field as keyof Member] : undefined;

/** Returns true if the export of a person omits an attribute of a member's record. */
export const isInternal = (field: string): boolean => useOf(field) === 'internal';

const retainedValues = (member: Member) =>
  Object.fromEntries(
    Object.entries(member).filter(([field]) => useOf(field) === 'keep' || isInternal(field)),
  ) as Pick<Member, RetainedField>;

const erasedDomain = '@erased.invalid';

export const isErasedAddress = (email: string): boolean => email.endsWith(erasedDomain);

/** Returns the record of an erased member. */
export const erasedMember = (member: Member): Member => ({
  ...retainedValues(member),
  firstName: 'Erased',
  lastName: 'member',
  email: `erased-${member.id.toLowerCase()}${erasedDomain}`,
  phone: null,
  dateOfBirth: null,
  userId: null,
  keyFobNumber: null,
});

/** Values of audit events about a member that do not identify the person. */
const retainedEventValues: ReadonlySet<string> = new Set([
  'invitationStatus',
  'effectiveDate',
  'facilityId',
  'from',
  'until',
  'fields',
  'rosterChange',
  'attempt',
  'invitedOn',
  'usedAt',
  'agreement',
  'hash',
  'version',
  'consentVersion',
  'state',
  'healthConsent',
  'kind',
  'status',
  'result',
  'date',
  'payment',
  'payments',
  'endsOn',
  'lastFour',
]);

/** Returns the values of an audit event about an erased member. */
export const erasedEventValues = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => retainedEventValues.has(name)));

/** Returns the key fobs in the values of an audit event about a member. */
export const keyFobNumbersInEvent = (event: Record<string, unknown>): string[] =>
  [event.before, event.after].flatMap((values) => {
    const { keyFobNumber, number, lostNumber } = (values ?? {}) as Record<string, unknown>;
    return [keyFobNumber, number, lostNumber].filter(
      (value) => typeof value === 'string' && value !== '',
    ) as string[];
  });
