import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { dateInChicago, type CalendarDate } from '../calendar.ts';
import { email, text } from '../fields.ts';
import { Refusal } from '../refusal.ts';
import { onWire } from '../wire-names.ts';

/** Symbols of a code without look-alikes (0 and O, 1 and I): 32, or five bits each. */
export const codeSymbols = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const codeLength = 12;

/** Parses a code in any case, with or without hyphens and spaces; undefined if invalid. */
export function readCode(input: string): string | undefined {
  const code = input.replaceAll(/[\s\u2010-\u2015-]/g, '').toUpperCase();
  return code.length === codeLength && Array.from(code).every((symbol) => codeSymbols.includes(symbol))
    ? code
    : undefined;
}

/** Parses the token of a recipient's page from a scanned QR code; undefined for other text. */
export const readVoucherAddress = (scanned: string): string | undefined =>
  /^https?:\/\/\S+\/voucher\/([\w-]{43})$/.exec(scanned.trim())?.[1];

/** Formats a code in groups of four: ABCD-EFGH-JKLM. */
export const showCode = (code: string): string => code.replaceAll(/.{4}(?=.)/g, '$&-');

/** Returns the last group of a used code. */
export const endOfCode = (code: string): string => `…${code.slice(-4)}`;

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

/** Stored statuses; Expired is derived from the program's end date. */
const storedVoucherStatuses = ['draft', 'sent', 'undeliverable', 'redeemed', 'void'] as const;
export type StoredVoucherStatus = (typeof storedVoucherStatuses)[number];
export const voucherStatuses = [...storedVoucherStatuses, 'expired'] as const;
export type VoucherStatus = (typeof voucherStatuses)[number];

export const voucherStatusLabels = {
  draft: { label: 'Draft', color: 'yellow' },
  sent: { label: 'Sent', color: 'blue' },
  undeliverable: { label: 'Undeliverable', color: 'beet' },
  redeemed: { label: 'Redeemed', color: 'green' },
  void: { label: 'Void', color: 'beet' },
  expired: { label: 'Expired', color: 'orange' },
} as const;

/** A stored voucher. Its ID contains the recipients file and the row. */
export const voucher = z.object({
  id: z.string(),
  batchId: z.string(),
  programId: z.string(),
  partnerId: z.string(),
  /** Position in the recipients file, from 1. */
  place: z.int(),
  /** Twelve symbols, without hyphens. */
  code: z.string(),
  recipientEmail: z.string(),
  metadata: z.record(z.string(), z.string()),
  status: z.enum(storedVoucherStatuses),
  /** Number of addresses so far; each has its own link, of which the hash is stored. */
  linkNumber: z.int(),
  tokenHash: z.string(),
  /** Number of emails so far; with the ID, it identifies the last one. */
  emailNumber: z.int(),
  emailedOn: z.string().nullable(),
  /** Soft bounces since the last address or manual resend. */
  softBounces: z.int(),
  /** Number of the last email with a bounce or complaint; an event counts once. */
  bouncedEmail: z.int(),
  /** Bounce reason or complaint. */
  emailProblem: z.string().nullable(),
  facilityId: z.string().nullable(),
  facilityNumber: z.string().nullable(),
  facilityName: z.string().nullable(),
  redeemedBy: z.string().nullable(),
  /** ISO instant. */
  redeemedOn: z.string().nullable(),
  version: recordVersion,
});
export type Voucher = z.output<typeof voucher>;

/** Returns a voucher's status on a day by its program's end date, inclusive. */
export const statusOn = (
  status: StoredVoucherStatus,
  endDate: CalendarDate,
  today: CalendarDate,
): VoucherStatus =>
  today > endDate && (status === 'sent' || status === 'undeliverable') ? 'expired' : status;

/** Returns the stored statuses that are displayed as one status on a day. */
export function storedAs(
  status: VoucherStatus,
  endDate: CalendarDate,
  today: CalendarDate,
): readonly StoredVoucherStatus[] {
  return storedVoucherStatuses.filter((stored) => statusOn(stored, endDate, today) === status);
}

/** Sortable columns; the first is the order of the recipients file. */
export const voucherColumns = ['place', 'recipientEmail', 'status', 'redeemedOn'] as const;

/** A row of the voucher table (spec 2 §3). */
export const voucherRow = z.object({
  id: z.string(),
  code: z.string(),
  recipientEmail: z.string(),
  metadata: onWire('recipientMetaDataDictionary', z.record(z.string(), z.string())),
  status: z.enum(voucherStatuses),
  emailedOn: z.string().nullable(),
  emailProblem: z.string().nullable(),
  facilityNumber: onWire('facilityIDNumber', z.string().nullable()),
  facilityName: z.string().nullable(),
  redeemedBy: z.string().nullable(),
  redeemedOn: z.string().nullable(),
  /** Redeemed today (Chicago), so it can be undone. */
  isRedeemedToday: z.boolean(),
  version: recordVersion,
});
export type VoucherRow = z.output<typeof voucherRow>;
