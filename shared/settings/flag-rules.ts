import type { PeriodId } from '../calendar.ts';
import { memberDues } from '../payments/payment-status.ts';
import { isClosed, notClosedYet } from '../periods/period.ts';
import { isPartnerPaid, type ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import type { FeatureFlags } from './feature-flags.ts';

type Flag = Pick<FeatureFlags, 'gmrAddProgram'>;

/** Throws 'invalid' for a manual deactivation of a membership while gmr-add-program is on (spec 2 §6). */
export function requireDeactivationAllowed({ gmrAddProgram }: Flag): void {
  if (gmrAddProgram)
    throw new Refusal(
      'invalid',
      'Memberships cannot be deactivated manually while member-paid programs are turned on.',
      'keyFobNumber',
    );
}

/** Throws 'invalid' for a new member-paid program while gmr-add-program is off (spec 1 §3). */
export function requireProgramAllowed({ gmrAddProgram }: Flag, type: ProgramPaymentTypeId): void {
  if (!gmrAddProgram && !isPartnerPaid({ programPaymentTypeId: type }))
    throw new Refusal(
      'invalid',
      'Member-paid programs are turned off. Turn them on in Settings, or choose Partner paid.',
      'programPaymentTypeId',
    );
}

/**
 * Throws 'invalid' if a user generates payments for an open month while gmr-add-program is off (spec 3 §4, "With the
 * gmrAddProgram flag off: closed periods"). Member dues are exempt; schedules do not call this.
 */
export function requirePeriodAllowed(
  { gmrAddProgram }: Flag,
  paymentTypeId: number,
  period: PeriodId,
  now: Date,
): void {
  if (!gmrAddProgram && paymentTypeId !== memberDues && !isClosed(period, now))
    throw new Refusal('invalid', notClosedYet(period), 'periodId');
}

/** Throws 'invalid' for a startup fee, in cents, while gmr-add-program is on (spec 3 §5). */
export function requireStartupFeeAllowed({ gmrAddProgram }: Flag, startupFee: number | undefined): void {
  if (gmrAddProgram && (startupFee ?? 0) > 0)
    throw new Refusal(
      'invalid',
      'Startup Fee cannot be added while member-paid programs are turned on.',
      'startupFee',
    );
}

/** Returns the label of a payment's month: "Visit Month" with gmr-add-program (spec 3 §5). */
export const monthLabel = ({ gmrAddProgram }: Flag): string =>
  gmrAddProgram ? 'Visit Month' : 'Usage Period';
