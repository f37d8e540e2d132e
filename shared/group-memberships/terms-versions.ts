import {
  dateInChicago,
  daysBetween,
  duesCollectionDate,
  duesGenerationDate,
  nextPeriod,
  periodName,
  periodOf,
  type CalendarDate,
  type PeriodId,
} from '../calendar.ts';
import { closedPeriods, currentPeriod } from '../periods/period.ts';
import { Refusal } from '../refusal.ts';
import { monthlyTerms, type GroupMembership, type TermsVersion } from './group-membership.ts';

/** Members learn of new dues at least this many days before they are collected. */
const noticeOfDuesDays = 10;

/** The terms in the parts that may count from different months. */
const parts = {
  fees: [
    'adminFee',
    'monthlyInstallment',
    'duesForOneMemberPerMonthPaidToFacility',
    'paymentForActivatedMembersOnly',
  ],
  dues: ['memberDuesAmount'],
  reimbursement: ['memberReimbursementTypeId', 'memberReimbursementAmount', 'numberOfVisitsToReimburse'],
} as const;
export type TermsPart = keyof typeof parts;
const allParts = Object.keys(parts) as TermsPart[];
type Field = (typeof parts)[TermsPart][number];

const changedFields = (before: GroupMembership, after: GroupMembership, part: TermsPart): Field[] =>
  parts[part].filter((field) => before[field] !== after[field]);

/** Which parts of the terms differ. */
const changedParts = (before: GroupMembership, after: GroupMembership): TermsPart[] =>
  allParts.filter((part) => changedFields(before, after, part).length > 0);

/** Every version of a program's terms, the first one first; a program that never changed has one. */
export const versionsOf = (program: GroupMembership): TermsVersion[] =>
  program.versions?.length ? program.versions : [firstVersion(program, program.launchDate)];

/** The first version of a program's terms. It counts from the launch, and for whatever is before. */
export const firstVersion = (program: GroupMembership, savedOn: CalendarDate): TermsVersion => ({
  ...monthlyTerms.parse(program),
  number: 1,
  fromPeriod: periodOf(program.launchDate),
  savedOn,
});

/** The version of the terms that is in force in a month: the last one saved of those that count by then. */
export function versionFor(program: GroupMembership, period: PeriodId): TermsVersion {
  const versions = versionsOf(program);
  const first = versions[0] ?? firstVersion(program, program.launchDate);
  return versions.findLast(({ fromPeriod }) => fromPeriod <= period) ?? first;
}

/** The program with the terms that are in force in a month: what its payments, dues and reimbursements follow. */
export const termsFor = (program: GroupMembership, period: PeriodId): GroupMembership => ({
  ...program,
  ...monthlyTerms.parse(versionFor(program, period)),
});

/** The first month that each part of the terms may change for. Closed months stay as they are, for everybody. */
export function earliestPeriods(now: Date, hasMembers: boolean): Record<TermsPart, PeriodId> {
  const current = currentPeriod(now);
  const open = nextPeriod(closedPeriods(now)[0] ?? current);
  if (!hasMembers) return { fees: open, dues: open, reimbursement: open };
  // what members were promised changes only for months that have not begun
  const next = nextPeriod(current);
  const today = dateInChicago(now);
  let dues = next;
  // dues are generated, and may be sent, from the 25th on: from that day their amount is fixed
  while (duesGenerationDate(dues) <= today || daysBetween(today, duesCollectionDate(dues)) < noticeOfDuesDays)
    dues = nextPeriod(dues);
  return { fees: open, dues, reimbursement: next };
}

/** The months from which each changed part counts: the one asked for, or the first that its part allows. */
export function periodsOfChange(
  before: GroupMembership,
  after: GroupMembership,
  asked: { fromPeriod?: PeriodId | undefined; hasMembers: boolean },
  now: Date,
): Partial<Record<TermsPart, PeriodId>> {
  const earliest = earliestPeriods(now, asked.hasMembers);
  const from = asked.fromPeriod ?? earliest.fees;
  if (from < earliest.fees)
    throw new Refusal(
      'invalid',
      `The terms of closed months cannot change. Choose ${periodName(earliest.fees)} or a later month.`,
      'fromPeriod',
    );
  return Object.fromEntries(
    changedParts(before, after).map((part) => [part, from > earliest[part] ? from : earliest[part]]),
  );
}

/**
 * The program after a change, with a new version for every month from which its terms are others. A change that was
 * saved before for a later month stays, but for the fields that this one changes too.
 */
export function withTermsFrom(
  before: GroupMembership,
  after: GroupMembership,
  from: Partial<Record<TermsPart, PeriodId>>,
  savedOn: CalendarDate,
): GroupMembership {
  const versions = versionsOf(before);
  const months = allParts.flatMap((part) => from[part] ?? []).toSorted();
  const [first] = months;
  if (first === undefined) return { ...after, versions };
  const later = versions.map(({ fromPeriod }) => fromPeriod).filter((period) => period > first);
  const added = [...new Set([...months, ...later])].toSorted().map((fromPeriod, place): TermsVersion => {
    const changed = allParts
      .filter((part) => (from[part] ?? '9999') <= fromPeriod)
      .flatMap((part) => changedFields(before, after, part));
    return {
      ...versionFor(before, fromPeriod),
      ...Object.fromEntries(changed.map((field) => [field, after[field]])),
      number: versions.length + place + 1,
      fromPeriod,
      savedOn,
    };
  });
  return { ...after, versions: [...versions, ...added] };
}

const partNames: Record<TermsPart, string> = {
  fees: 'Fees',
  dues: 'Member dues',
  reimbursement: 'Reimbursements',
};

/** From when a change counts, as people read it: "Fees count from November 2026. Member dues count from …". */
export const countsFrom = (from: Partial<Record<TermsPart, PeriodId>>): string =>
  allParts
    .flatMap((part) => (from[part] ? [`${partNames[part]} count from ${periodName(from[part])}.`] : []))
    .join(' ');

/** The program with the name of who saved it in every version that the one before does not have. */
export function signedBy(
  before: GroupMembership | undefined,
  after: GroupMembership,
  savedBy: string,
): GroupMembership {
  const known = before ? versionsOf(before).length : 0;
  const versions = versionsOf(after).map((one) => (one.number > known ? { ...one, savedBy } : one));
  return { ...after, versions };
}
