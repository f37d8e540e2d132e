import { currentAgreementVersion } from '../../../shared/enrollment/agreement-text.ts';
import {
  activated,
  enrolledWaitingForPayment,
  invited,
  onHold,
  suspended,
  type InvitationStatus,
} from '../../../shared/members/member.ts';

export interface MemberLogin {
  email: string;
  /** What `npm start` calls the account. */
  title: string;
  partnerId: string;
  status: InvitationStatus;
  /** How many of the partner's members in this status come before. */
  place: number;
  /** The version of the agreement that was signed; null when none was. */
  signs: number | null;
  /** The status that the load leaves, where what the member does in it changes that. */
  becomes?: InvitationStatus;
}

/** The members who can sign in, one for each thing that a member may have to do. */
export const memberLogins: readonly MemberLogin[] = [
  {
    email: 'member@wellport.test',
    title: 'Member',
    partnerId: '1',
    status: activated,
    place: 0,
    signs: currentAgreementVersion,
  },
  {
    email: 'paying@wellport.test',
    title: 'Member who pays',
    partnerId: '2',
    status: activated,
    place: 0,
    signs: currentAgreementVersion,
  },
  {
    email: 'suspended@wellport.test',
    title: 'Suspended',
    partnerId: '2',
    status: suspended,
    place: 0,
    signs: currentAgreementVersion,
  },
  {
    email: 'waiting@wellport.test',
    title: 'Waiting for dues',
    partnerId: '2',
    status: enrolledWaitingForPayment,
    place: 0,
    signs: currentAgreementVersion,
  },
  {
    email: 'invited@wellport.test',
    title: 'Not enrolled yet',
    partnerId: '2',
    status: invited,
    place: 0,
    signs: null,
  },
  {
    email: 'onhold@wellport.test',
    title: 'On hold',
    partnerId: '2',
    status: activated,
    place: 4,
    signs: currentAgreementVersion,
    becomes: onHold,
  },
  {
    email: 'unsigned@wellport.test',
    title: 'Unsigned',
    partnerId: '3',
    status: activated,
    place: 0,
    signs: null,
  },
  ...[1, 2, 3, 4].map((version): MemberLogin => ({
    email: `version${version}@wellport.test`,
    title: `Signed version ${version}`,
    partnerId: '2',
    status: activated,
    // the member at place 4 is the one on hold
    place: version < 4 ? version : version + 1,
    signs: version,
  })),
];
