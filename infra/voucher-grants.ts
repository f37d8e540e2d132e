import type { Grant } from './grants.ts';
import type { EndpointName } from './handlers.ts';

/** The rows of `grants` for vouchers. */
export const voucherGrants: Partial<Record<EndpointName, Grant>> = {
  'vouchers.saveProgram': {
    may: ['add files'],
    why: 'Keeps the logo of a voucher program.',
  },
  'vouchers.uploadRecipients': {
    may: ['add files', 'begin email jobs'],
    why: 'Keeps the rows of a recipients file and starts the job that takes them in.',
  },
  'vouchers.preview': {
    may: ['read files', 'read the secrets'],
    why: 'Shows the logo of the program, and the link of one recipient, which is made with the invitation key.',
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
    why: 'Makes the link for the new address with the invitation key, and starts the job that sends it.',
  },
  'vouchers.recipientPdf': {
    may: ['read files'],
    why: 'Prints the logo of the program on the voucher.',
  },
  'vouchers.logo': {
    may: ['read files'],
    why: 'Hands out the logo of a voucher program.',
  },
};
