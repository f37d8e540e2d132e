import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { dateInChicago, type CalendarDate } from '../calendar.ts';
import { email, text } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import type { Voucher } from './voucher.ts';

/** Reason for a change after publication, stored in the audit event. */
const reason = text('Reason', { max: 300 });

/** Each request states the voucher's version. */
export const voucherActionForm = z.object({ reason, version: recordVersion });
export const correctedEmailForm = z.object({ email: email('Email'), reason, version: recordVersion });

const refuse = (message: string): never => {
  throw new Refusal('invalid', `${message} Nothing was changed.`);
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

const withoutRedemption = (voucher: Voucher): Voucher => ({
  ...voucher,
  status: 'sent',
  facilityId: null,
  facilityNumber: null,
  facilityName: null,
  redeemedBy: null,
  redeemedOn: null,
});

/** Returns a voucher without its redemption of the same day (Chicago). */
export function redemptionUndone(voucher: Voucher, now: Date): Voucher {
  if (voucher.status !== 'redeemed') return refuse('This voucher is not redeemed.');
  if (!isRedeemedOn(voucher, dateInChicago(now)))
    return refuse('A redemption can be undone on the same day only.');
  return withoutRedemption(voucher);
}

/** Minutes in which a club can undo its own redemption. */
export const undoMinutes = 5;

/** Returns whether a redemption of this instant can still be undone by the club. */
export const isUndoable = (redeemedOn: string | null, now: Date): boolean =>
  redeemedOn !== null && now.getTime() - Date.parse(redeemedOn) < undoMinutes * 60_000;

/** Returns a voucher without the club's own redemption of the last minutes. Throws for other redemptions. */
export function ownRedemptionUndone(voucher: Voucher, facilityId: string, now: Date): Voucher {
  if (voucher.status !== 'redeemed' || voucher.facilityId !== facilityId)
    return refuse('This voucher is not redeemed at your club.');
  if (!isUndoable(voucher.redeemedOn, now))
    return refuse(
      `A redemption can be undone for ${undoMinutes} minutes. Administrators can undo it until the end of the day.`,
    );
  return withoutRedemption(voucher);
}
