import { formerVersion, ownerToken } from '../../../shared/bank-accounts/former-account.ts';
import { key } from './key.ts';

/** Partners with their accounts, uploads, members, key fobs, and enrollments. */
export const partnerKeys = {
  partner: (partnerId: string) => key(`PARTNER#${partnerId}`, 'PARTNER'),
  // a former account that can be refunded is in the partition of the payee
  bankAccount: (payeeToken: string) => {
    const version = formerVersion(payeeToken);
    return key(
      `BANK-ACCOUNT#${ownerToken(payeeToken)}`,
      version === undefined ? 'BANK-ACCOUNT' : `FORMER#${version}`,
    );
  },
  vaultKey: (id: string) => key(`VAULT-KEY#${id}`, 'VAULT-KEY'),
  // an account before the bank corrected it
  bankAccountVersion: (payeeToken: string, version: string) =>
    key(`BANK-ACCOUNT#${ownerToken(payeeToken)}`, `VERSION#${version}`),
  waitingAccount: (payeeToken: string) => key('WAITING-ACCOUNTS', payeeToken),
  accessReview: (partnerId: string) => key(`PARTNER#${partnerId}`, 'ACCESS-REVIEW'),
  groupMembership: (partnerId: string) => key(`PARTNER#${partnerId}`, 'GROUP-MEMBERSHIP'),
  membershipCount: (partnerId: string) => key(`PARTNER#${partnerId}`, 'MEMBERSHIP-COUNT'),
  waitingCount: (partnerId: string) => key(`PARTNER#${partnerId}`, 'WAITING-TO-INVITE-COUNT'),
  upload: (partnerId: string, when: string, jobId: string) => key(`UPLOADS#${partnerId}`, `${when}#${jobId}`),
  uploadColumns: (partnerId: string) => key(`PARTNER#${partnerId}`, 'UPLOAD-COLUMNS'),
  keyFob: (keyFobNumber: string) => key(`KEY-FOB#${keyFobNumber}`, 'KEY-FOB'),
  member: (id: string) => key(`MEMBER#${id}`, 'MEMBER'),
  memberRow: (id: string) => key(`MEMBER#${id}`, 'ROW'),
  memberRowOfFacility: (id: string) => key(`MEMBER#${id}`, 'ROW-OF-FACILITY'),
  agreement: (memberId: string, rowKey: string) => key(`MEMBER#${memberId}`, `AGREEMENT#${rowKey}`),
  agreementConsent: (memberId: string, facilityId: string) =>
    key(`MEMBER#${memberId}`, `CONSENT#${facilityId}`),
  memberRequest: (memberId: string, kind: string) => key(`MEMBER#${memberId}`, `REQUEST#${kind}`),
  memberRequestOfPartner: (memberId: string, kind: string) =>
    key(`MEMBER#${memberId}`, `REQUEST-OF-PARTNER#${kind}`),
  invitation: (tokenHash: string) => key(`INVITATION#${tokenHash}`, 'INVITATION'),
  rosterChange: (id: string) => key(`ROSTER-CHANGE#${id}`, 'ROSTER-CHANGE'),
  rosterPart: (id: string, part: string) => key(`ROSTER-CHANGE#${id}`, `PART#${part}`),
  invitationRun: (partnerId: string) => key(`PARTNER#${partnerId}`, 'INVITATION-RUN'),
  /** First month in which a member counts again, by the month of the change. */
  activation: (partnerId: string, period: string, memberId: string, fromPeriod: string) =>
    key(`ACTIVATIONS#${partnerId}`, `${period}#${memberId}#${fromPeriod}`),
  enrollment: (partnerId: string, facilityId: string, memberId: string) =>
    key(`ENROLLMENTS#${partnerId}`, `${facilityId}#${memberId}`),
} as const;
