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
  /** A second membership of the same user. */
  also?: Pick<MemberLogin, 'partnerId' | 'status' | 'index'>;
}

const login = (
  name: string,
  title: string,
  [partnerId, status, index]: [string, InvitationStatus, number],
  signs: number | null = currentAgreementVersion,
): MemberLogin => ({ email: `${name}@wellport.test`, title, partnerId, status, index, signs });

/** Members with a login, one for each action that a member may have to take. */
export const memberLogins: readonly MemberLogin[] = [
  login('member', 'Member', ['1', activated, 0]),
  login('paying', 'Member who pays', ['2', activated, 0]),
  login('suspended', 'Suspended', ['2', suspended, 0]),
  login('waiting', 'Waiting for dues', ['2', enrolledWaitingForPayment, 0]),
  login('invited', 'Not enrolled yet', ['2', invited, 0], null),
  { ...login('onhold', 'On hold', ['2', activated, 4]), becomes: onHold },
  {
    ...login('groups', 'In two programs', ['1', activated, 1]),
    also: { partnerId: '2', status: activated, index: 6 },
  },
  login('unsigned', 'Unsigned', ['3', activated, 0], null),
  // the member at index 4 is on hold
  ...[1, 2, 3, 5].map((index, version) =>
    login(`version${version + 1}`, `Signed version ${version + 1}`, ['2', activated, index], version + 1),
  ),
];
