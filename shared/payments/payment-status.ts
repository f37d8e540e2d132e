import * as z from 'zod';

/** Payment statuses with their labels and colors (spec 3 §4). `short` is the part of the label shown in narrow columns. */
export const paymentStatuses = [
  { id: 0, name: 'Pending', short: 'Pending', color: 'yellow' },
  { id: 1, name: 'Received by US Bank', short: 'Received', color: 'orange' },
  { id: 2, name: 'Submitted to ACH', short: 'Submitted', color: 'orange' },
  { id: 3, name: 'Returned by US Bank', short: 'Returned', color: 'beet' },
  { id: 4, name: 'Canceled by HC', short: 'Canceled', color: 'beet' },
  { id: 5, name: 'Request completed', short: 'completed', color: 'green' },
  { id: 6, name: 'Sent Externally', short: 'Externally', color: 'green' },
] as const;

export const paymentStatus = z.literal([0, 1, 2, 3, 4, 5, 6]);
export type PaymentStatus = z.output<typeof paymentStatus>;

/** Returns the display name of a status, such as "Submitted to ACH". */
export const paymentStatusName = (status: PaymentStatus): string =>
  paymentStatuses.find(({ id }) => id === status)?.name ?? '';

export const pending = 0;
export const received = 1;
export const submitted = 2;
export const returned = 3;
export const canceled = 4;
export const completed = 5;
export const sentExternally = 6;

/** The payment method of a member (spec 3 §9). */
export const byBankAccount = 1;
export const byPaycheck = 2;

/** Payment type ids (spec 1 §3). */
export const paymentTypes = [
  { id: 1, name: 'Reimbursements' },
  { id: 2, name: 'Facility fees' },
  { id: 3, name: 'GM facility payments' },
  { id: 4, name: 'GM partner fees' },
  { id: 5, name: 'GM partner dues' },
  { id: 6, name: 'GM member dues' },
  { id: 7, name: 'GM member reimbursements' },
  { id: 8, name: 'GM partner reimbursements' },
] as const;
export const facilityPayments = 3;
export const partnerFees = 4;
export const partnerDues = 5;
export const memberDues = 6;
export const memberReimbursements = 7;
export const partnerReimbursements = 8;
