import * as z from 'zod';
import { dateInChicago, type CalendarDate } from '../calendar.ts';
import { email, text } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import type { Voucher } from './voucher.ts';

/** Reason for a change after publication, stored in the audit event. */
const reason = text('Reason', { max: 300 });

/** Each request states the voucher's version. */
export const voucherActionForm = z.object({ reason, version: z.int() });
export const correctedEmailForm = z.object({ email: email('Email'), reason, version: z.int() });

const refuse = (sentence: string): never => {
  throw new Refusal('invalid', `${sentence} Nothing was changed.`);
};

/** Throws if the voucher cannot be sent again; drafts are sent by publishing. */
export function mustBeOpenVoucher({ status }: Voucher): void {
  if (status === 'draft') refuse('This voucher was not sent yet: publish its program.');
  if (status === 'redeemed') refuse('This voucher was already redeemed.');
  if (status === 'void') refuse('This voucher is void.');
}

/** Throws if the voucher's email arrived. */
export function mustBeUndeliverable(voucher: Voucher): void {
  mustBeOpenVoucher(voucher);
  if (voucher.status !== 'undeliverable')
    refuse('The address can only be corrected while the voucher is undeliverable.');
}

export function voided(voucher: Voucher): Voucher {
  mustBeOpenVoucher(voucher);
  return { ...voucher, status: 'void' };
}

export const isRedeemedOn = ({ status, redeemedOn }: Voucher, day: CalendarDate): boolean =>
  status === 'redeemed' && redeemedOn !== null && dateInChicago(new Date(redeemedOn)) === day;

/** Returns a voucher without its redemption of the same day (Chicago). */
export function redemptionUndone(voucher: Voucher, now: Date): Voucher {
  if (voucher.status !== 'redeemed') return refuse('This voucher is not redeemed.');
  if (!isRedeemedOn(voucher, dateInChicago(now)))
    return refuse('A redemption can be undone on the same day only.');
  return {
    ...voucher,
    status: 'sent',
    facilityId: null,
    facilityNumber: null,
    facilityName: null,
    redeemedBy: null,
    redeemedOn: null,
  };
}
