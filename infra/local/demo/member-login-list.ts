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
  /** Name of the account in the output of `npm start`. */
  title: string;
  partnerId: string;
  status: InvitationStatus;
  /** Index among the partner's members in this status. */
  index: number;
  /** Version of the signed agreement; null without a signature. */
  signs: number | null;
  /** Status after the load, if later actions of the member change it. */
  becomes?: InvitationStatus;
}

/** Members with a login, one for each action that a member may have to take. */
export const memberLogins: readonly MemberLogin[] = [
  {
    email: 'member@wellport.test',
    title: 'Member',
    partnerId: '1',
    status: activated,
    index: 0,
    signs: currentAgreementVersion,
  },
  {
    email: 'paying@wellport.test',
    title: 'Member who pays',
    partnerId: '2',
    status: activated,
    index: 0,
    signs: currentAgreementVersion,
  },
  {
    email: 'suspended@wellport.test',
    title: 'Suspended',
    partnerId: '2',
    status: suspended,
    index: 0,
    signs: currentAgreementVersion,
  },
  {
    email: 'waiting@wellport.test',
    title: 'Waiting for dues',
    partnerId: '2',
    status: enrolledWaitingForPayment,
    index: 0,
    signs: currentAgreementVersion,
  },
  {
    email: 'invited@wellport.test',
    title: 'Not enrolled yet',
    partnerId: '2',
    status: invited,
    index: 0,
    signs: null,
  },
  {
    email: 'onhold@wellport.test',
    title: 'On hold',
    partnerId: '2',
    status: activated,
    index: 4,
    signs: currentAgreementVersion,
    becomes: onHold,
  },
  {
    email: 'unsigned@wellport.test',
    title: 'Unsigned',
    partnerId: '3',
    status: activated,
    index: 0,
    signs: null,
  },
  ...[1, 2, 3, 4].map((version): MemberLogin => ({
    email: `version${version}@wellport.test`,
    title: `Signed version ${version}`,
    partnerId: '2',
    status: activated,
    // the member at index 4 is on hold
    index: version < 4 ? version : version + 1,
    signs: version,
  })),
];
