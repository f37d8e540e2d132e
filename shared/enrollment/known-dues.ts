import { periodName, periodOf, type CalendarDate, type PeriodId } from '../calendar.ts';
import type { GroupMembership } from '../group-memberships/group-membership.ts';
import { termsFor, versionsOf } from '../group-memberships/terms-versions.ts';
import type { Member } from '../members/member.ts';
import { showMoney } from '../money.ts';
import { memberPays } from './contract-steps.ts';

export type KnownDues = NonNullable<Member['knownDues']>;

/**
 * The dues in cents that a member knows of who signs for a month: those of that month, which the agreement shows, and
 * those that were saved before for later months, which an email tells. None where the partner pays.
 */
export function duesKnownAtSigning(
  program: GroupMembership,
  first: PeriodId,
  signedOn: CalendarDate,
): KnownDues {
  const terms = termsFor(program, first);
  if (!memberPays(terms)) return [];
  const signed = { fromPeriod: first, amount: terms.memberDuesAmount, on: signedOn, isSigned: true };
  const later = [...new Set(versionsOf(program).map(({ fromPeriod }) => fromPeriod))]
    .filter((period) => period > first)
    .toSorted();
  return later.reduce<KnownDues>(
    (known, fromPeriod) => {
      const amount = termsFor(program, fromPeriod).memberDuesAmount;
      return known.at(-1)?.amount === amount
        ? known
        : [...known, { fromPeriod, amount, on: signedOn, isSigned: false }];
    },
    [signed],
  );
}

/** What a member knows who signs again: the dues of this month as signed, and what was told of later months. */
export const duesKnownAfterSigningAgain = (
  program: GroupMembership,
  before: KnownDues | undefined,
  signedOn: CalendarDate,
): KnownDues => {
  const month = periodOf(signedOn);
  const [signed] = duesKnownAtSigning(program, month, signedOn);
  return signed ? [signed, ...(before ?? []).filter(({ fromPeriod }) => fromPeriod > month)] : [];
};

/** Dues that change after the month of signing, as the member reads it: a sentence a change. */
export const laterDues = (known: KnownDues | undefined): string[] =>
  (known ?? [])
    .filter(({ isSigned }) => !isSigned)
    .map(
      ({ fromPeriod, amount }) =>
        `Starting with ${periodName(fromPeriod)}, your monthly dues are ${showMoney(amount)}.`,
    );
