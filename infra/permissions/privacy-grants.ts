import type { EndpointName } from '../build/handlers.ts';
import { grant, type Grant } from './permissions.ts';

export const privacyGrants: Partial<Record<EndpointName, Grant>> = {
  'privacy.withdrawHealthConsent': grant('Emails the member about the withdrawal.', 'SendEmailJobs'),
  'privacy.fileOwnCase': grant('Emails the confirmation of receipt.', 'SendEmail'),
  'privacy.fileAsGuest': grant('Verifies the captcha and emails the link.', 'SendEmail', 'GetSecrets'),
  'privacy.confirmRequest': grant('Emails the confirmation of receipt.', 'SendEmail'),
  'privacy.extendCase': grant('Emails the reason and the new deadline.', 'SendEmail'),
  'privacy.exportFile': grant(
    'Returns archived visits and signed agreements of the person.',
    'GetFiles',
    'GetAgreements',
  ),
  'privacy.erase': grant(
    'Removes the login of the person, and finds the last payroll file that names the person.',
    'DeleteUsers',
    'GetFiles',
  ),
  'privacy.notifyRecipients': grant('Emails partners and clubs.', 'SendEmail'),
  'privacy.closeCase': grant('Emails the answer to the requester.', 'SendEmail'),
};
