import * as z from 'zod';
import { money } from '../../money.ts';
import { plural } from '../../plural.ts';
import { invitationStatus } from '../../members/member.ts';

/** What a file says of a roster: who leaves, or everybody who belongs to it. */
export const rosterChangeKinds = ['leavers', 'roster'] as const;
export type RosterChangeKind = (typeof rosterChangeKinds)[number];

/**
 * A change of a roster from its file to its end. `judging`: the file is read; `refused`: it cannot be; `preview`: it
 * waits for whoever ticks and confirms it; `waiting`: it was confirmed and an administrator must agree.
 */
export const rosterChangeStatuses = [
  { id: 'judging', name: 'Being read', color: 'yellow' },
  { id: 'refused', name: 'Could not be read', color: 'beet' },
  { id: 'preview', name: 'Ready to review', color: 'orange' },
  { id: 'waiting', name: 'Waiting for an administrator', color: 'orange' },
  { id: 'running', name: 'Being applied', color: 'yellow' },
  { id: 'done', name: 'Applied', color: 'green' },
  { id: 'takingBack', name: 'Being taken back', color: 'yellow' },
  { id: 'takenBack', name: 'Taken back', color: 'beet' },
] as const;
const status = z.enum(rosterChangeStatuses.map(({ id }) => id));

/** What becomes of a row: the order in which they are applied, so that who leaves makes room for who comes. */
export const rosterGroups = ['end', 'change', 'add', 'stay', 'wrong'] as const;
export type RosterGroup = (typeof rosterGroups)[number];
/** The groups that are applied; rows of the others tell why nothing happens. */
export const appliedGroups = ['end', 'change', 'add'] as const;
export type AppliedGroup = (typeof appliedGroups)[number];

const counts = z.object({
  /** Rows of the file. */
  rows: z.int(),
  end: z.int(),
  change: z.int(),
  add: z.int(),
  stay: z.int(),
  wrong: z.int(),
  /** Rows that say what is known already. */
  same: z.int(),
});
export type RosterCounts = z.output<typeof counts>;
export const noCounts: RosterCounts = { rows: 0, end: 0, change: 0, add: 0, stay: 0, wrong: 0, same: 0 };

const effectsIn = <Amount extends z.ZodType>(amount: Amount) =>
  z.object({
    /** Dues a month that begin once those who are added are enrolled, and dues a month that end. */
    monthlyMore: amount,
    monthlyLess: amount,
    /** Dues that are generated and no longer charged, and dues that are paid back. */
    notCharged: amount,
    paidBack: amount,
  });
/** What a change means in money, in cents. */
const rosterEffects = effectsIn(z.int());
export type RosterEffects = z.output<typeof rosterEffects>;
export const noEffects: RosterEffects = { monthlyMore: 0, monthlyLess: 0, notCharged: 0, paidBack: 0 };

const rowIn = <Amount extends z.ZodType>(amount: Amount) =>
  effectsIn(amount).extend({
    /** Names the row in this change. */
    key: z.string(),
    /** The line of the file; null for a member whom a full roster does not name. */
    line: z.int().nullable(),
    memberId: z.string().nullable(),
    name: z.string(),
    email: z.string(),
    invitationStatus: invitationStatus.nullable(),
    /** The key fob that becomes available, and the last calendar date of the membership. */
    keyFobNumber: z.string().nullable(),
    lastDay: z.string().nullable(),
    /** The last month that dues are owed for. */
    lastDues: z.object({ periodId: z.string(), amount }).nullable(),
    /** What changes, or why nothing happens. */
    what: z.string(),
  });
/** A row as it is kept, amounts in cents. */
export const keptRosterRow = rowIn(z.int());
export type RosterChangeRow = z.output<typeof keptRosterRow>;
/** A row on the wire, amounts in dollars. */
export const rosterChangeRow = rowIn(money());

/** A row about which nothing else is known. */
export const emptyRosterRow: RosterChangeRow = {
  ...noEffects,
  key: '',
  line: null,
  memberId: null,
  name: '',
  email: '',
  invitationStatus: null,
  keyFobNumber: null,
  lastDay: null,
  lastDues: null,
  what: '',
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
    /** True when the partner's HR system delivered it. */
    delivered: z.boolean(),
    counts,
    effects: effectsIn(amount),
    /** The job that works on it now, or did last. */
    jobId: z.string(),
    /** Why the file could not be read; null otherwise. */
    problem: z.string().nullable(),
    needsAdministrator: z.boolean(),
    /** Rows that give a member the identity of another person or could mean several members. */
    identityChanges: z.int().default(0),
    /** Parts of the file that were not read, or not read as they are shown. */
    notes: z.array(z.string()).default([]),
    /** Rows that were not ticked. */
    unticked: z.int(),
    applied: result.nullable(),
    takenBack: result.nullable(),
    startedBy: z.string(),
    confirmedBy: z.string().nullable(),
    agreedBy: z.string().nullable(),
    /** ISO instants. */
    startedAt: z.string(),
    finishedAt: z.string().nullable(),
    /** Until when it can be taken back; null before it is applied, and on the wire once that time is over. */
    takeBackUntil: z.string().nullable(),
    version: z.int(),
  });
/** A change as it is kept, amounts in cents; users are ids. */
export const keptRosterChange = changeIn(z.int());
export type RosterChange = z.output<typeof keptRosterChange>;
/** A change on the wire, amounts in dollars; users are names. */
export const rosterChange = changeIn(money());

/** The most leavers, and the most identity changes, without an administrator; more than either needs one. */
export interface LeaverLimits {
  percent: number;
  count: number;
}

/** True when so many of a partner's members leave, or change their identity, that an administrator must agree. */
export const needsAdministrator = (affected: number, members: number, { percent, count }: LeaverLimits) =>
  affected > count || affected * 100 > members * percent;

/** The reason why a change needs an administrator. */
export const administratorReason = ({
  counts,
  identityChanges,
}: Pick<RosterChange, 'counts' | 'identityChanges'>) =>
  [
    plural(counts.end, 'membership ends', 'memberships end'),
    ...(identityChanges > 0
      ? [
          `${plural(identityChanges, 'row changes or contradicts', 'rows change or contradict')} what identifies a member: the rows may be shifted or the columns sorted apart`,
        ]
      : []),
  ].join(', and ');

/** The last instant at which a change can be taken back. */
export const takeBackUntil = (finished: Date, hours: number): string =>
  new Date(finished.getTime() + hours * 3_600_000).toISOString();

/** True while an applied change can be taken back, the last instant included. */
export const canBeTakenBack = ({ status, takeBackUntil: until }: RosterChange, now: Date): boolean =>
  status === 'done' && until !== null && now.toISOString() <= until;

export const addEffects = (one: RosterEffects, other: RosterEffects): RosterEffects => ({
  monthlyMore: one.monthlyMore + other.monthlyMore,
  monthlyLess: one.monthlyLess + other.monthlyLess,
  notCharged: one.notCharged + other.notCharged,
  paidBack: one.paidBack + other.paidBack,
});
