import * as z from 'zod';
import { refusalCodes } from '../refusal.ts';
import { recordVersion } from '../ids.ts';
import { money, showMoney, type Cents } from '../money.ts';
import { plural } from '../number-words.ts';
import {
  invitationStatus,
  deleted,
  endOf,
  firstDayOf,
  waitingToDelete,
  type Member,
  type RosterMember,
} from '../members/member.ts';
import { addDays, periodOf, showDate, showLastDay, type CalendarDate } from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { termsFor } from '../group-memberships/terms-versions.ts';
import { memberPayment, owesDuesFor } from '../payments/member-payment.ts';
import { memberDues } from '../payments/payment.ts';
import { isPartnerPaid } from '../programs.ts';

/** Memberships of a small partner that may end on one day without an administrator's approval. */
const alwaysAllowed = 5;

/**
 * Returns how many memberships of enrolled members may end on one day in all channels of a partner. Above it, an
 * administrator approves a leavers file instead.
 */
export const leaversPerDay = (members: number, { percent, count }: LeaverLimits): number =>
  Math.max(alwaysAllowed, Math.min(count, Math.floor((members * percent) / 100)));

export const leaverLimitReached = (limit: number): string =>
  `More than ${limit} memberships would end today. Upload a leavers file, which an administrator approves.`;

/** Kind of file: new employees only, leavers only, or the full roster. */
export const rosterChangeKinds = ['additions', 'leavers', 'roster'] as const;
export type RosterChangeKind = (typeof rosterChangeKinds)[number];

/**
 * Lifecycle of a roster change. `judging`: the file is being read; `refused`: it is unreadable; `columns`: the user
 * selects its columns; `checked`: it is a dry run and cannot be confirmed; `preview`: it is ready to confirm; `waiting`:
 * it was confirmed and needs an administrator's approval; `discarded`: a user decided that it is not applied.
 */
export const rosterChangeStatuses = [
  { id: 'judging', name: 'Reading', color: 'yellow' },
  { id: 'refused', name: 'Could not be read', color: 'beet' },
  { id: 'columns', name: 'Columns to select', color: 'orange' },
  { id: 'checked', name: 'Dry run', color: 'beet' },
  { id: 'preview', name: 'Ready to review', color: 'orange' },
  { id: 'waiting', name: 'Waiting for an administrator', color: 'orange' },
  { id: 'discarded', name: 'Discarded', color: 'beet' },
  { id: 'running', name: 'Applying', color: 'yellow' },
  { id: 'done', name: 'Applied', color: 'green' },
  { id: 'takingBack', name: 'Undoing', color: 'yellow' },
  { id: 'takenBack', name: 'Undone', color: 'beet' },
] as const;
const status = z.enum(rosterChangeStatuses.map(({ id }) => id));

/** Statuses of a change that waits for a decision, and can be discarded. */
const undecided: readonly RosterChange['status'][] = ['columns', 'preview', 'waiting'];
export const isUndecided = ({ status }: Pick<RosterChange, 'status'>): boolean => undecided.includes(status);

/** Row groups in the order of application, so that ended memberships free capacity for new ones. */
export const rosterGroups = ['end', 'change', 'add', 'stay', 'wrong'] as const;
export type RosterGroup = (typeof rosterGroups)[number];
/** Groups that are applied; rows of other groups state why nothing happens. */
export const appliedGroups = ['end', 'change', 'add'] as const;
export type AppliedGroup = (typeof appliedGroups)[number];

const counts = z.object({
  rows: z.int(),
  end: z.int(),
  change: z.int(),
  add: z.int(),
  stay: z.int(),
  wrong: z.int(),
  /** Rows without changes. */
  same: z.int(),
});
export type RosterCounts = z.output<typeof counts>;
export const noCounts: RosterCounts = { rows: 0, end: 0, change: 0, add: 0, stay: 0, wrong: 0, same: 0 };

const effectsIn = <Amount extends z.ZodType>(amount: Amount) =>
  z.object({
    /** Monthly dues that begin when added members enroll, and monthly dues that end. */
    monthlyMore: amount,
    monthlyLess: amount,
    /** Generated dues that are no longer charged, and dues that are refunded. */
    notCharged: amount,
    paidBack: amount,
  });
/** Financial effects of a change, in cents. */
const rosterEffects = effectsIn(z.int());
export type RosterEffects = z.output<typeof rosterEffects>;
export const noEffects: RosterEffects = { monthlyMore: 0, monthlyLess: 0, notCharged: 0, paidBack: 0 };

const rowIn = <Amount extends z.ZodType>(amount: Amount) =>
  effectsIn(amount).extend({
    /** ID of the row within this change. */
    key: z.string(),
    /** Line of the file; null for members that are missing from a full roster. */
    line: z.int().nullable(),
    memberId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    invitationStatus: invitationStatus.nullable(),
    /** Released key fob and last calendar date of the membership. */
    keyFobNumber: z.string().nullable(),
    lastDay: z.string().nullable(),
    /** Last day in the file; '' without one. */
    lastDayInFile: z.string().default(''),
    /** True for a membership that ends when the change is applied. */
    endsNow: z.boolean().default(false),
    /** Last month with dues. */
    lastDues: z.object({ periodId: z.string(), amount }).nullable(),
    /** The change, or why nothing happens. */
    what: z.string(),
    /** Kind of the error of a row with an error. */
    code: z.enum(refusalCodes).nullable().default(null),
  });
/** Stored row with amounts in cents. */
export const storedRosterRow = rowIn(z.int());
export type RosterChangeRow = z.output<typeof storedRosterRow>;
/** Wire row with amounts in dollars. */
export const rosterChangeRow = rowIn(money());

export const defaultRosterRow: RosterChangeRow = {
  ...noEffects,
  key: '',
  line: null,
  memberId: null,
  name: '',
  email: '',
  invitationStatus: null,
  keyFobNumber: null,
  lastDay: null,
  lastDayInFile: '',
  endsNow: false,
  lastDues: null,
  what: '',
  code: null,
};

const result = z.object({ changed: z.int(), failed: z.int() });

const changeIn = <Amount extends z.ZodType>(amount: Amount) =>
  z.object({
    id: z.string(),
    partnerId: z.string(),
    kind: z.enum(rosterChangeKinds),
    status,
    fileName: z.string(),
    /** SHA-256 of the file's bytes, hexadecimal. */
    fileHash: z.string(),
    /** True if the partner's HR system delivered the file. */
    delivered: z.boolean(),
    /** Set if an API client sent the rows as a batch; a dry run changes nothing. */
    batch: z.object({ isDryRun: z.boolean() }).optional(),
    /** Set if the file is an 834 file: all subscribers or changes only. A test file changes nothing. */
    benefitFile: z.object({ isFull: z.boolean(), isTest: z.boolean() }).optional(),
    counts,
    effects: effectsIn(amount),
    /** Current or last job of the change. */
    jobId: z.string(),
    /** Why the file was refused; otherwise null. */
    problem: z.string().nullable(),
    needsAdministrator: z.boolean(),
    /** An administrator confirmed or approved the change, so its ends have no daily limit. */
    isApproved: z.boolean().optional(),
    /** Number of rows that change a member's identity or match several members. */
    identityChanges: z.int().default(0),
    /** Parts of the file that were not read, or not read as displayed. */
    notes: z.array(z.string()).default([]),
    /** Rows that were not selected. */
    unticked: z.int(),
    applied: result.nullable(),
    takenBack: result.nullable(),
    startedBy: z.string(),
    confirmedBy: z.string().nullable(),
    /** ISO instant of the confirmation; absent for changes that earlier releases confirmed. */
    confirmedAt: z.string().optional(),
    agreedBy: z.string().nullable(),
    /** ISO instants. */
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    /** Deadline for undoing; null before the change is applied, and on the wire after the deadline. */
    takeBackUntil: z.string().nullable(),
    version: recordVersion,
  });
/** Stored change with amounts in cents; users are IDs. */
export const storedRosterChange = changeIn(z.int());
export type RosterChange = z.output<typeof storedRosterChange>;
/** Wire change with amounts in dollars; users are names. */
export const rosterChange = changeIn(money());

/** Returns true if a change is only a dry run and cannot be confirmed. */
export const isDryRun = ({ batch, benefitFile }: Pick<RosterChange, 'batch' | 'benefitFile'>): boolean =>
  batch?.isDryRun === true || benefitFile?.isTest === true;

const rosterKindNames: Record<RosterChangeKind, string> = {
  additions: 'New employees',
  leavers: 'Leavers',
  roster: 'Full roster',
};

/** Returns the name of a file's kind; an 834 file states its kind itself. */
export const fileKindName = ({ kind, benefitFile }: Pick<RosterChange, 'kind' | 'benefitFile'>): string =>
  benefitFile
    ? `834 ${benefitFile.isFull ? 'full file' : 'changes'}${benefitFile.isTest ? ' (test)' : ''}`
    : rosterKindNames[kind];

/** Most leavers and identity changes that need no administrator approval. */
export interface LeaverLimits {
  percent: number;
  count: number;
}

/** Returns true if the affected share of a partner's members needs an administrator's approval. */
export const needsAdministrator = (affected: number, members: number, { percent, count }: LeaverLimits) =>
  affected > count || affected * 100 > members * percent;

/** Returns why a change needs an administrator's approval. */
export const administratorReason = ({
  counts,
  identityChanges,
}: Pick<RosterChange, 'counts' | 'identityChanges'>) =>
  [
    plural(counts.end, 'membership ends', 'memberships end'),
    ...(identityChanges > 0
      ? [
          `${plural(identityChanges, 'row changes or contradicts', 'rows change or contradict')} a member’s identity, so rows may be shifted or columns sorted separately`,
        ]
      : []),
  ].join(', and ');

/** Returns the effects of a roster change in dollars. */
export const rosterEffect = ({ counts, effects }: Pick<RosterChange, 'counts' | 'effects'>): string =>
  [
    `${[
      ...(counts.end > 0 ? [plural(counts.end, 'membership ends', 'memberships end')] : []),
      ...(counts.add > 0 ? [plural(counts.add, 'membership is added', 'memberships are added')] : []),
      ...(counts.change > 0 ? [plural(counts.change, 'membership changes', 'memberships change')] : []),
    ].join(', ')}.`,
    ...(effects.monthlyMore > 0 ? [`Monthly dues: ${showMoney(effects.monthlyMore)} more.`] : []),
    ...(effects.monthlyLess > 0 ? [`Monthly dues: ${showMoney(effects.monthlyLess)} less.`] : []),
    ...(effects.paidBack > 0 ? [`Refunds: ${showMoney(effects.paidBack)}.`] : []),
  ].join(' ');

/** Returns the number of rows that would be applied. */
export const selectedRows = ({ counts, unticked }: Pick<RosterChange, 'counts' | 'unticked'>): number =>
  appliedGroups.reduce((sum, group) => sum + counts[group], 0) - unticked;

/** Returns the last instant at which a change can be undone. */
export const takeBackUntil = (finished: Date, hours: number): string =>
  new Date(finished.getTime() + hours * 3_600_000).toISOString();

/** Returns true while an applied change can be undone, including the last instant. */
export const canUndo = ({ status, takeBackUntil: until }: RosterChange, now: Date): boolean =>
  status === 'done' && until !== null && now.toISOString() <= until;

export const addEffects = (left: RosterEffects, other: RosterEffects): RosterEffects => ({
  monthlyMore: left.monthlyMore + other.monthlyMore,
  monthlyLess: left.monthlyLess + other.monthlyLess,
  notCharged: left.notCharged + other.notCharged,
  paidBack: left.paidBack + other.paidBack,
});

type Program = Pick<
  GroupMembership,
  | 'programPaymentTypeId'
  | 'memberDuesAmount'
  | 'paymentForActivatedMembersOnly'
  | 'duesForOneMemberPerMonthPaidToFacility'
>;

/** Returns monthly dues of one enrolled member in cents, plus the partner's dues if it pays per activated member. */
export const monthlyDuesOf = (program: Program): Cents =>
  (isPartnerPaid(program) ? 0 : program.memberDuesAmount) +
  (program.paymentForActivatedMembersOnly ? program.duesForOneMemberPerMonthPaidToFacility : 0);

/** Returns why a leavers file does not change a member who is already leaving. */
export const leavesAlready = ({ invitationStatus, leavingOn }: Member): boolean =>
  invitationStatus === waitingToDelete && leavingOn !== null;

/** Returns what happens to a leaving member; `lastDay` is the one in the file, '' without one. */
function leaverText(after: Member, lastDay: string): string {
  if (after.endsOn) return `Ends after ${showLastDay(after.endsOn)}.`;
  const isNow = after.invitationStatus === deleted;
  const day = lastDay === '' ? '' : showDate(lastDay);
  if (isNow && lastDay !== '' && after.leavingOn !== null && lastDay >= after.leavingOn)
    return `Ends now, because the membership is not active. Last day in the file: ${day}.`;
  const end = isNow ? 'Ends now.' : 'Ends at the end of the month.';
  if (lastDay === '') return end;
  if (after.leavingOn !== null && lastDay >= addDays(after.leavingOn, -1)) return `Ends after ${day}.`;
  return `${end} Last day in the file: ${day}.`;
}

/** Returns the preview row of a leaving member; `after` is the member with the end date. */
export function leaverRow(
  before: Member,
  after: Member,
  program: GroupMembership,
  { lastDay: inFile, ...dues }: { notCharged: Cents; paidBack: Cents; lastDay: string },
): Omit<RosterChangeRow, 'key' | 'line'> {
  const enrolled = firstDayOf(before) !== null;
  const end = endOf(after);
  const lastDay = enrolled && end !== null ? addDays(end, -1) : null;
  return {
    ...memberRow(before),
    lastDay: lastDay ?? (inFile || null),
    lastDayInFile: inFile,
    endsNow: after.invitationStatus === deleted,
    lastDues: lastDay === null ? null : lastDuesOf(after, program, lastDay),
    monthlyLess: enrolled ? monthlyDuesOf(termsFor(program, periodOf(end ?? ''))) : 0,
    ...dues,
    what: leaverText(after, inFile),
  };
}

export const memberRow = (member: RosterMember): Omit<RosterChangeRow, 'key' | 'line'> => ({
  ...defaultRosterRow,
  memberId: member.id,
  name: `${member.firstName} ${member.lastName}`,
  email: member.email,
  invitationStatus: member.invitationStatus,
  keyFobNumber: member.keyFobNumber,
});

function lastDuesOf(
  after: Member,
  program: GroupMembership,
  lastDay: CalendarDate,
): RosterChangeRow['lastDues'] {
  const periodId = periodOf(lastDay);
  if (isPartnerPaid(program) || !owesDuesFor(after, periodId)) return null;
  const due = memberPayment(termsFor(program, periodId), memberDues, periodId, after, 0);
  return due ? { periodId, amount: due.totalPayment } : null;
}
