import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

/** Grants of enrollment and the member area (infra/grants.ts). */
export const memberGrants: Partial<Record<EndpointName, Grant>> = {
  'enrollment.acceptInvitation': {
    may: ['add people', 'set passwords'],
    why: 'Creates the invited member’s login.',
  },
  'enrollment.agreementPreview': {
    may: ['read the secrets'],
    why: 'Computes the code in the PDF with the invitation key.',
  },
  'enrollment.recordConsent': {
    may: ['read the secrets'],
    why: 'Compares the entered code with the one in the PDF.',
  },
  'enrollment.enroll': {
    may: ['seal bank accounts', 'store agreements', 'begin email jobs'],
    why: 'Seals the entered bank account, stores the signed agreement, and announces later dues.',
  },
  'enrollment.resign': {
    may: ['seal bank accounts', 'store agreements'],
    why: 'Seals the entered bank account and stores the agreement that was signed again.',
  },
  'payments.authorization': {
    may: ['read agreements'],
    why: 'Returns the agreement that authorized the withdrawal.',
  },
  'accounts.withdrawAuthorization': {
    may: ['begin email jobs', 'read the secrets'],
    why: 'Emails the member and revokes an invitation link, whose hash is computed with the invitation key.',
  },
  'accounts.stopWithdrawal': {
    may: ['begin email jobs'],
    why: 'Emails the member that the withdrawal is stopped.',
  },
  'visits.certifyPass': {
    may: ['read the secrets'],
    why: 'Derives the server’s key of the pass.',
  },
  'visits.scanPass': {
    may: ['read the secrets'],
    why: 'Computes the expected code of the phone.',
  },
  'accounts.saveDepositAccount': {
    may: ['seal bank accounts', 'begin email jobs'],
    why: 'Seals the entered account, computes its fingerprint, and starts the email to the former member.',
  },
};
