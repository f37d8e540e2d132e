import { accessTypes, waitingToInvite, type Member } from './member.ts';

/** The fields of a new roster member. */
type RosterFields = Pick<
  Member,
  'id' | 'partnerId' | 'firstName' | 'lastName' | 'email' | 'phone' | 'dateOfBirth'
> &
  Partial<
    Pick<
      Member,
      | 'middleInitial'
      | 'address1'
      | 'address2'
      | 'city'
      | 'state'
      | 'zipCode'
      | 'membershipType'
      | 'employeeNumber'
    >
  >;

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
