import { periodName, periodOf, type CalendarDate, type PeriodId } from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { termsFor, versionsOf } from '../group-memberships/terms-versions.ts';
import type { Member } from '../members/member.ts';
import { showMoney } from '../money.ts';
import { memberPays } from './contract-steps.ts';

export type AnnouncedDues = NonNullable<Member['knownDues']>;

/** Returns dues that an email announced, with the days of notice of the state. */
export const announcedChange = (
  dues: Pick<AnnouncedDues[number], 'fromPeriod' | 'amount' | 'on'>,
  priceNoticeDays: number,
): AnnouncedDues[number] => ({
  ...dues,
  isSigned: false,
  ...(priceNoticeDays > 0 && { noticeDays: priceNoticeDays }),
});

/**
 * Returns the dues in cents that a signing member knows: those of the month, which the agreement states, and those
 * saved earlier for later months, which an email announced. Empty if the partner pays.
 */
export function duesAnnouncedAtSigning(
  program: GroupMembership,
  first: PeriodId,
  signedOn: CalendarDate,
  priceNoticeDays = 0,
): AnnouncedDues {
  const terms = termsFor(program, first);
  if (!memberPays(terms)) return [];
  const signed = { fromPeriod: first, amount: terms.memberDuesAmount, on: signedOn, isSigned: true };
  const later = [...new Set(versionsOf(program).map(({ fromPeriod }) => fromPeriod))]
    .filter((period) => period > first)
    .toSorted();
  return later.reduce<AnnouncedDues>(
    (announced, fromPeriod) => {
      const amount = termsFor(program, fromPeriod).memberDuesAmount;
      return announced.at(-1)?.amount === amount
        ? announced
        : [...announced, announcedChange({ fromPeriod, amount, on: signedOn }, priceNoticeDays)];
    },
    [signed],
  );
}

/**
 * Returns the known dues of a member who signs again: this month's dues as signed, and the announced dues of later
 * months.
 */
export const duesAnnouncedAfterSigningAgain = (
  program: GroupMembership,
  before: AnnouncedDues | undefined,
  signedOn: CalendarDate,
): AnnouncedDues => {
  const month = periodOf(signedOn);
  const [signed] = duesAnnouncedAtSigning(program, month, signedOn);
  return signed ? [signed, ...(before ?? []).filter(({ fromPeriod }) => fromPeriod > month)] : [];
};

/** Returns one sentence per change of dues after the month of signing. */
export const laterDues = (announced: AnnouncedDues | undefined): string[] =>
  (announced ?? [])
    .filter(({ isSigned }) => !isSigned)
    .map(
      ({ fromPeriod, amount }) =>
        `Starting with ${periodName(fromPeriod)}, your monthly dues are ${showMoney(amount)}.`,
    );
