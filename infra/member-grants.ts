import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

/** What enrolling needs beyond the rule (infra/grants.ts). */
export const memberGrants: Partial<Record<EndpointName, Grant>> = {
  'enrollment.acceptInvitation': {
    may: ['add people', 'set passwords'],
    why: 'Gives the invited person a sign-in with the role of a member.',
  },
  'enrollment.agreementPreview': {
    may: ['read the secrets'],
    why: 'Makes the code in the PDF with the invitation key.',
  },
  'enrollment.recordConsent': {
    may: ['read the secrets'],
    why: 'Compares the code that was typed with the one in the PDF.',
  },
  'enrollment.enroll': {
    may: ['seal bank accounts', 'store agreements', 'begin email jobs'],
    why: 'Seals the bank account that was typed, stores the signed agreement, and tells of dues that change later.',
  },
  'enrollment.resign': {
    may: ['seal bank accounts', 'store agreements'],
    why: 'Seals the bank account that was typed and stores the agreement that was signed again.',
  },
  'payments.authorization': {
    may: ['read agreements'],
    why: 'Hands out the agreement that authorized the withdrawal.',
  },
  'accounts.withdrawAuthorization': {
    may: ['begin email jobs', 'read the secrets'],
    why: 'Emails the member, and takes back an invitation link, whose hash is made with the invitation key.',
  },
  'accounts.stopWithdrawal': {
    may: ['begin email jobs'],
    why: 'Emails the member that the withdrawal is stopped.',
  },
  'visits.certifyPass': {
    may: ['read the secrets'],
    why: 'Makes the server’s key of the pass.',
  },
  'visits.scanPass': {
    may: ['read the secrets'],
    why: 'Makes the code that the phone shows, to compare it.',
  },
};
