import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import type { CalendarDate } from '../calendar.ts';
import { onWire } from '../wire-names.ts';

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
