import * as z from 'zod';
import type { CalendarDate } from '../calendar.ts';
import { onWire } from '../wire-names.ts';

/** The statuses that are stored; Expired is read by the clock (after the program's end date). */
const storedVoucherStatuses = ['draft', 'sent', 'undeliverable', 'redeemed', 'void'] as const;
export type StoredVoucherStatus = (typeof storedVoucherStatuses)[number];
export const voucherStatuses = [...storedVoucherStatuses, 'expired'] as const;
export type VoucherStatus = (typeof voucherStatuses)[number];

/** The word for each status, with its color. */
export const voucherStatusLabels = {
  draft: { label: 'Draft', color: 'yellow' },
  sent: { label: 'Sent', color: 'blue' },
  undeliverable: { label: 'Undeliverable', color: 'beet' },
  redeemed: { label: 'Redeemed', color: 'green' },
  void: { label: 'Void', color: 'beet' },
  expired: { label: 'Expired', color: 'orange' },
} as const;

/** What the portal keeps of a voucher. Its id names the recipients file that brought it, and its row there. */
export const voucher = z.object({
  id: z.string(),
  batchId: z.string(),
  programId: z.string(),
  partnerId: z.string(),
  /** From 1, in the order of the recipients file. */
  place: z.int(),
  /** Twelve symbols, without hyphens. */
  code: z.string(),
  recipientEmail: z.string(),
  metadata: z.record(z.string(), z.string()),
  status: z.enum(storedVoucherStatuses),
  /** Counts the addresses it was sent to; each has a link of its own, of which the hash is kept. */
  linkNumber: z.int(),
  tokenHash: z.string(),
  /** Counts the emails of this voucher; names the last one, together with the id. */
  emailNumber: z.int(),
  emailedOn: z.string().nullable(),
  /** Emails that came back for a passing reason since the last address or press. */
  softBounces: z.int(),
  /** The number of the last email that came back or was complained of; an event counts once. */
  bouncedEmail: z.int(),
  /** Why its email did not arrive, or that its recipient complained. */
  emailProblem: z.string().nullable(),
  facilityId: z.string().nullable(),
  facilityNumber: z.string().nullable(),
  facilityName: z.string().nullable(),
  redeemedBy: z.string().nullable(),
  /** ISO instant. */
  redeemedOn: z.string().nullable(),
  version: z.int(),
});
export type Voucher = z.output<typeof voucher>;

/** A voucher's status on a day, by the end date of its program; both ends are included. */
export const statusOn = (
  status: StoredVoucherStatus,
  endDate: CalendarDate,
  today: CalendarDate,
): VoucherStatus =>
  today > endDate && (status === 'sent' || status === 'undeliverable') ? 'expired' : status;

/** The stored statuses that show as one status on a day. */
export function storedAs(
  status: VoucherStatus,
  endDate: CalendarDate,
  today: CalendarDate,
): readonly StoredVoucherStatus[] {
  return storedVoucherStatuses.filter((stored) => statusOn(stored, endDate, today) === status);
}

/** The columns that the table may be sorted by; the first is the order of the recipients file. */
export const voucherColumns = ['place', 'recipientEmail', 'status', 'redeemedOn'] as const;

/** A voucher as its table shows it (spec 2 §3). */
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
  /** Redeemed today, in Chicago: only then it can be undone. */
  isRedeemedToday: z.boolean(),
  version: z.int(),
});
export type VoucherRow = z.output<typeof voucherRow>;
