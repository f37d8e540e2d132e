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

/** Minimum notice of new dues before they are collected, in days. */
const noticeOfDuesDays = 10;

/** Parts of the settings that may change in different months. */
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

const changedParts = (before: GroupMembership, after: GroupMembership): TermsPart[] =>
  allParts.filter((part) => changedFields(before, after, part).length > 0);

/** Returns the versions of a program, oldest first; an unchanged program has one. */
export const versionsOf = (program: GroupMembership): TermsVersion[] =>
  program.versions?.length ? program.versions : [firstVersion(program, program.launchDate)];

/** Returns the first version, which applies from the launch and to any month before. */
export const firstVersion = (program: GroupMembership, savedOn: CalendarDate): TermsVersion => ({
  ...monthlyTerms.parse(program),
  number: 1,
  fromPeriod: periodOf(program.launchDate),
  savedOn,
});

/** Returns the version for a month: the last saved one with a first month that is not later. */
export function versionFor(program: GroupMembership, period: PeriodId): TermsVersion {
  const versions = versionsOf(program);
  const first = versions[0] ?? firstVersion(program, program.launchDate);
  return versions.findLast(({ fromPeriod }) => fromPeriod <= period) ?? first;
}

/** Returns the program with the settings of a month, for payments, dues, and reimbursements. */
export const termsFor = (program: GroupMembership, period: PeriodId): GroupMembership => ({
  ...program,
  ...monthlyTerms.parse(versionFor(program, period)),
});

/** Returns the first month in which each part may change. Closed months never change. */
export function earliestPeriods(now: Date, hasMembers: boolean): Record<TermsPart, PeriodId> {
  const current = currentPeriod(now);
  const open = nextPeriod(closedPeriods(now)[0] ?? current);
  if (!hasMembers) return { fees: open, dues: open, reimbursement: open };
  // promises to members change only for months that have not begun
  const next = nextPeriod(current);
  const today = dateInChicago(now);
  let dues = next;
  // dues are generated and may be sent from the 25th, so their amount is fixed from that day
  while (duesGenerationDate(dues) <= today || daysBetween(today, duesCollectionDate(dues)) < noticeOfDuesDays)
    dues = nextPeriod(dues);
  return { fees: open, dues, reimbursement: next };
}

/** Returns the first month of each changed part: the requested month, or the earliest allowed. */
export function periodsOfChange(
  before: GroupMembership,
  after: GroupMembership,
  request: { fromPeriod?: PeriodId | undefined; hasMembers: boolean },
  now: Date,
): Partial<Record<TermsPart, PeriodId>> {
  const earliest = earliestPeriods(now, request.hasMembers);
  const from = request.fromPeriod ?? earliest.fees;
  if (from < earliest.fees)
    throw new Refusal(
      'invalid',
      `Settings of closed months cannot change. Choose ${periodName(earliest.fees)} or a later month.`,
      'fromPeriod',
    );
  return Object.fromEntries(
    changedParts(before, after).map((part) => [part, from > earliest[part] ? from : earliest[part]]),
  );
}

/**
 * Returns the program after a change, with a new version for each month in which its settings change. Saved changes
 * for later months remain, except for the fields of this change.
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
  const added = [...new Set([...months, ...later])].toSorted().map((fromPeriod, index): TermsVersion => {
    const changed = allParts
      .filter((part) => (from[part] ?? '9999') <= fromPeriod)
      .flatMap((part) => changedFields(before, after, part));
    return {
      ...versionFor(before, fromPeriod),
      ...Object.fromEntries(changed.map((field) => [field, after[field]])),
      number: versions.length + index + 1,
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

/** Formats the first months, for example "Fees count from November 2026. Member dues count from …". */
export const countsFrom = (from: Partial<Record<TermsPart, PeriodId>>): string =>
  allParts
    .flatMap((part) => (from[part] ? [`${partNames[part]} count from ${periodName(from[part])}.`] : []))
    .join(' ');

/** Adds the user's name to each version that the previous program does not have. */
export function signedBy(
  before: GroupMembership | undefined,
  after: GroupMembership,
  savedBy: string,
): GroupMembership {
  const versionCount = before ? versionsOf(before).length : 0;
  const versions = versionsOf(after).map((version) =>
    version.number > versionCount ? { ...version, savedBy } : version,
  );
  return { ...after, versions };
}
