import { type IdentityProtocol, domainOf, provenDomains, type SignOn, type SignOnPolicy } from './sign-on.ts';
import type { InvitationStatus, Member } from '../members/member.ts';
import type { ManagerAccess } from '../managers/manager-access.ts';
import type { SignedInRole } from '../roles.ts';

/** A person as a partner's provider describes them, after its signature and all conditions were verified. */
export interface ProviderIdentity {
  protocol: IdentityProtocol;
  /** OpenID Connect: `iss`. SAML: entity ID of the provider. */
  issuer: string;
  /** Stable at this issuer: `sub`, or NameID in its format. */
  subject: string;
  /** Lowercase. */
  email: string | null;
  /** SAML has no such claim: false; `isVerifiedAddress` decides with the partner's proven domains. */
  emailVerified: boolean;
  /** IDs that SCIM may know as `externalId`: `oid`, `sub`, NameID, attribute of the employee number. */
  externalIds: string[];
  claims: { name: string; value: string }[];
  /** Seconds: `auth_time`, or AuthnInstant. */
  authenticatedAt: number | null;
  /** `acr`, or AuthnContextClassRef. */
  contextClass: string | null;
  /** `sid`, or SessionIndex. */
  providerSession: string | null;
  logoutAddress?: string;
  /** SAML: format of the subject; empty without one. */
  nameIdFormat?: string;
}

// literals, because each request would load the schema of members with the constants
const endedStatuses: readonly InvitationStatus[] = [6, 8];

/** False after a membership ended, and from the day on which an employer ended it. */
export const isOnRoster = ({ invitationStatus }: Pick<Member, 'invitationStatus'>): boolean =>
  !endedStatuses.includes(invitationStatus);

/** A user with the memberships that name the user. */
export interface Person {
  user: {
    id: string;
    role: SignedInRole;
    disabled: boolean;
    partnerId: string | null;
    managerAccess?: ManagerAccess | undefined;
    identities?: readonly { partnerId: string; isConfirmed?: true | undefined }[] | undefined;
  };
  members: readonly Pick<Member, 'partnerId' | 'invitationStatus'>[];
}

/**
 * True for the people of a partner: its managers and the members on its roster. Administrators of Wellport, managers of
 * clubs, and people of other partners are none.
 */
export const isPersonOf = (partnerId: string, { user, members }: Person): boolean =>
  !user.disabled &&
  ((user.role === 'partnerManager' && user.partnerId === partnerId) ||
    (user.role === 'member' &&
      members.some((member) => member.partnerId === partnerId && isOnRoster(member))));

const isShared = (partnerId: string, { members }: Person): boolean =>
  members.some((member) => member.partnerId !== partnerId);

const hasConfirmed = (partnerId: string, { user }: Person): boolean =>
  user.identities?.some((identity) => identity.partnerId === partnerId && identity.isConfirmed) ?? false;

const hasAgreed = (partnerId: string, person: Person): boolean =>
  !isShared(partnerId, person) || hasConfirmed(partnerId, person);

/**
 * True for a person of a partner whose account its provider opens: a person of several employers has agreed to it, also
 * if the other employer came later.
 */
export const opensAccount = (partnerId: string, person: Person): boolean =>
  isPersonOf(partnerId, person) && hasAgreed(partnerId, person);

export const isPasswordClosed = (policy: SignOnPolicy, partnerId: string, person: Person): boolean =>
  policy.isRequired &&
  !(policy.breakGlassUserIds.includes(person.user.id) && (person.user.managerAccess ?? 'full') === 'full') &&
  isPersonOf(partnerId, person);

/** True if an address identifies a person: verified by the provider, and of a domain that the partner has proven. */
export const isVerifiedAddress = (
  { protocol, email, emailVerified }: ProviderIdentity,
  signOn: Pick<SignOn, 'domains'>,
): boolean =>
  email !== null && (emailVerified || protocol === 'saml') && provenDomains(signOn).includes(domainOf(email));

/** Who an identity can be. Addresses count only if `isVerifiedAddress`. */
export interface Candidates {
  /** The user that a former log-in linked with the subject. */
  linked?: Person | undefined;
  /** The user, or the member without a user, with an external ID in the partner's directory (SCIM). */
  ofDirectory?: Person | undefined;
  directoryMemberId?: string | undefined;
  /** The user with the address, or the member on the roster without a user. */
  ofAddress?: Person | undefined;
  addressMemberId?: string | undefined;
  hasLeft: boolean;
}

export type Admission =
  | { result: 'log in'; userId: string; isNewLink: boolean }
  | { result: 'confirm'; userId: string }
  /** An account for an invited member: the one that is linked, or a new one. */
  | { result: 'enroll'; memberId: string; userId: string | null }
  | { result: 'request' }
  | { result: 'refuse'; reason: string };

const refuse = (reason: string): Admission => ({ result: 'refuse', reason });

const noPerson =
  'Your account is not on the roster of this employer, and is not one of its managers. Contact your HR department.';

/** Decides what a log-in with a verified identity does. Everything that is not listed is refused. */
export function admissionOf(
  identity: ProviderIdentity,
  { linked, ofDirectory, ofAddress, ...candidates }: Candidates,
  { partnerId, domains, policy }: Pick<SignOn, 'partnerId' | 'domains'> & { policy: SignOnPolicy },
): Admission {
  const mayEnter = (person: Person) => isPersonOf(partnerId, person);
  const { hasLeft, directoryMemberId, addressMemberId } = candidates;
  if (hasLeft) return refuse('Your employer ended your access. Contact your HR department.');
  if (linked && mayEnter(linked)) {
    const { id: userId } = linked.user;
    return opensAccount(partnerId, linked)
      ? { result: 'log in', userId, isNewLink: false }
      : { result: 'confirm', userId };
  }
  if (ofDirectory && mayEnter(ofDirectory)) {
    const { id: userId } = ofDirectory.user;
    // the directory neither shares an account nor replaces an identity that the person confirmed
    return isShared(partnerId, ofDirectory) || hasConfirmed(partnerId, ofDirectory)
      ? { result: 'confirm', userId }
      : { result: 'log in', userId, isNewLink: true };
  }
  // the account of a person who was rehired opens again
  const isOwn =
    linked && linked.user.role === 'member' && !linked.user.disabled && hasAgreed(partnerId, linked);
  const enrollment = { result: 'enroll', userId: isOwn ? linked.user.id : null } as const;
  if (directoryMemberId !== undefined) return { ...enrollment, memberId: directoryMemberId };
  const hasAccount = linked !== undefined || ofDirectory !== undefined;
  if (!isVerifiedAddress(identity, { domains }))
    return refuse(
      hasAccount
        ? noPerson
        : 'Your account is not linked yet, and the identity provider sent no verified address of a domain of your employer. Contact your IT department.',
    );
  if (ofAddress && mayEnter(ofAddress)) return { result: 'confirm', userId: ofAddress.user.id };
  if (addressMemberId !== undefined) return { ...enrollment, memberId: addressMemberId };
  if (hasAccount || ofAddress) return refuse(noPerson);
  return policy.canRequestEnrollment ? { result: 'request' } : refuse(noPerson);
}
