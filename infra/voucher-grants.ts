import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

/** Grants of vouchers. */
export const voucherGrants: Partial<Record<EndpointName, Grant>> = {
  'vouchers.saveProgram': {
    may: ['add files'],
    why: 'Stores the logo of a voucher program.',
  },
  'vouchers.uploadRecipients': {
    may: ['add files', 'begin email jobs'],
    why: 'Stores the rows of a recipients file and starts the import job.',
  },
  'vouchers.preview': {
    may: ['read files', 'read the secrets'],
    why: 'Returns the program’s logo and one recipient’s link, which is created with the invitation key.',
  },
  'vouchers.publish': {
    may: ['begin email jobs'],
    why: 'Starts the job that sends the vouchers.',
  },
  'vouchers.resend': {
    may: ['begin email jobs'],
    why: 'Starts the job that sends one voucher again.',
  },
  'vouchers.correctEmail': {
    may: ['begin email jobs', 'read the secrets'],
    why: 'Creates the link for the new address with the invitation key and starts the job that sends it.',
  },
  'vouchers.recipientPdf': {
    may: ['read files'],
    why: 'Prints the program’s logo on the voucher.',
  },
  'vouchers.logo': {
    may: ['read files'],
    why: 'Returns the logo of a voucher program.',
  },
};
