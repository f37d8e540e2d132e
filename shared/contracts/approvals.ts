import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { money } from '../money.ts';
import { onWire } from '../wire-names.ts';

/** Kinds of waiting work. */
const approvalKinds = [
  'bankEntry',
  'bankFile',
  'unknownFile',
  'receivedFile',
  'reversal',
  'paidAgain',
  'bankAccount',
  'prenotes',
  'rosterChange',
  'wrongRows',
  'signUps',
  'administrator',
  'memberRequest',
  'visitReport',
  'privacyCase',
  'accessReview',
] as const;

/** One piece of waiting work with the address where it is done. */
const approvalEntry = z.object({
  /** Differs for each request about the same record. */
  id: z.string(),
  kind: z.enum(approvalKinds),
  /** The work, in the imperative. */
  title: z.string(),
  /** Further effects and reasons; empty if there are none. */
  effect: z.string(),
  /** Empty if no user requested it. */
  requestedByName: onWire('askedByName', z.string()),
  /** ISO instant. */
  since: z.string(),
  /** Last calendar date on which it is in time; null without a deadline. */
  dueOn: z.string().nullable(),
  people: z.int().nullable(),
  amount: money({ most: Number.MAX_SAFE_INTEGER }).nullable(),
  path: z.string(),
  /** Who must act; null for the caller. */
  waitsFor: z.string().nullable(),
});
export type ApprovalEntry = z.output<typeof approvalEntry>;

const urgentKinds: ReadonlySet<ApprovalEntry['kind']> = new Set([
  'bankEntry',
  'bankFile',
  'unknownFile',
  'reversal',
]);

/** Days before a deadline from which an entry is urgent. */
const urgentDays = 3;
const dayMs = 86_400_000;

/** True for a deadline within three days of a calendar date, or before it. */
export const isDueSoon = (dueOn: string | null, today: string): boolean =>
  dueOn !== null && Date.parse(dueOn) - Date.parse(today) <= urgentDays * dayMs;

/** True for returns, files to approve or reverse, and near deadlines. */
export const isUrgent = ({ kind, dueOn }: Pick<ApprovalEntry, 'kind' | 'dueOn'>, today: string): boolean =>
  urgentKinds.has(kind) || isDueSoon(dueOn, today);

export const approvals = area('approvals', {
  list: endpoint({
    method: 'GET',
    path: '/approvals',
    roles: ['systemAdmin', 'partnerManager', 'facilityManager'],
    ownership: 'own',
    summary:
      'Lists the work that waits for the caller, then the work that waits for others, each with its requester, effects, and address.',
    response: z.object({
      items: z.array(approvalEntry),
      /** True if a source has more than 50 entries. */
      hasMore: z.boolean(),
    }),
  }),
});
