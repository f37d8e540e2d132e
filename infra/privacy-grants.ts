import type { EndpointName } from './handlers.ts';
import { grant, type Grant } from './permission.ts';

export const privacyGrants: Partial<Record<EndpointName, Grant>> = {
  'privacy.withdrawHealthConsent': grant('Emails the member about the withdrawal.', 'begin email jobs'),
  'privacy.fileOwnCase': grant('Emails the confirmation of receipt.', 'send email'),
  'privacy.fileAsGuest': grant('Verifies the captcha and emails the link.', 'send email', 'read the secrets'),
  'privacy.confirmRequest': grant('Emails the confirmation of receipt.', 'send email'),
  'privacy.extendCase': grant('Emails the reason and the new deadline.', 'send email'),
  'privacy.exportFile': grant(
    'Returns archived visits and signed agreements of the person.',
    'read files',
    'read agreements',
  ),
  'privacy.erase': grant('Removes the login of the person.', 'remove people'),
  'privacy.notifyRecipients': grant('Emails partners and clubs.', 'send email'),
  'privacy.closeCase': grant('Emails the answer to the requester.', 'send email'),
};
