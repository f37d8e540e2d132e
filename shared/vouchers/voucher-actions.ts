import * as z from 'zod';
import { dateInChicago, type CalendarDate } from '../calendar.ts';
import { email, text } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import type { Voucher } from './voucher.ts';

/** Why something is done to a voucher after its program was published; kept in the audit event. */
const reason = text('Reason', { max: 300 });

/** Every such request states the version of the voucher that was seen. */
export const voucherActionForm = z.object({ reason, version: z.int() });
export const correctedEmailForm = z.object({ email: email('Email'), reason, version: z.int() });

const refuse = (sentence: string): never => {
  throw new Refusal('invalid', `${sentence} Nothing was changed.`);
};

/** Refuses to send a voucher again that nobody waits for: drafts go out by publishing alone. */
export function mustBeOpenVoucher({ status }: Voucher): void {
  if (status === 'draft') refuse('This voucher was not sent yet: publish its program.');
  if (status === 'redeemed') refuse('This voucher was redeemed already.');
  if (status === 'void') refuse('This voucher is void.');
}

/** Refuses another address for a voucher whose email arrived. */
export function mustBeUndeliverable(voucher: Voucher): void {
  mustBeOpenVoucher(voucher);
  if (voucher.status !== 'undeliverable')
    refuse('The address can only be corrected while the voucher is undeliverable.');
}

/** A voucher that nobody can redeem any more. */
export function voided(voucher: Voucher): Voucher {
  mustBeOpenVoucher(voucher);
  return { ...voucher, status: 'void' };
}

/** True when the voucher was redeemed on that day in Chicago. */
export const isRedeemedOn = ({ status, redeemedOn }: Voucher, day: CalendarDate): boolean =>
  status === 'redeemed' && redeemedOn !== null && dateInChicago(new Date(redeemedOn)) === day;

/** A voucher whose redemption of the same day (in Chicago) is taken back: it can be redeemed again. */
export function redemptionUndone(voucher: Voucher, now: Date): Voucher {
  if (voucher.status !== 'redeemed') return refuse('This voucher is not redeemed.');
  if (!isRedeemedOn(voucher, dateInChicago(now)))
    return refuse('A redemption can only be undone on its own day.');
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
