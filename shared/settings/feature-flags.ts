import type { PeriodId } from '../calendar.ts';
import { memberDues } from '../payments/payment.ts';
import { isClosed, notClosedYet } from '../periods/period.ts';
import { isPartnerPaid, type ProgramPaymentTypeId } from '../programs.ts';
import { Refusal } from '../refusal.ts';
import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { flag } from '../fields.ts';

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

/** All feature flags. `name` is the name in the specification (1 §3). */
export const featureFlagList = [
  {
    key: 'gmrEnableFeatures',
    name: 'gmr-enable-features',
    title: 'Key fob reassignment',
    description: 'Administrators can move an activated membership from one key fob to another.',
  },
  {
    key: 'gmrAddProgram',
    name: 'gmr-add-program',
    title: 'Member-paid programs',
    description:
      'Partners can offer member-paid and shared programs, payments use visit months, and memberships cannot be deactivated manually.',
  },
  {
    key: 'gmMemberImport',
    name: 'gm-member-import',
    title: 'Member import',
    description: 'Reserved for importing members from a file. This flag has no effect yet.',
  },
  {
    key: 'useCaptcha',
    name: 'use-captcha',
    title: 'Captcha for visitors',
    description: 'The contact, nomination, and forgotten-password forms require a captcha.',
  },
  {
    key: 'gmAccessPassFeature',
    name: 'gm-access-pass-feature',
    title: 'Access pass',
    description:
      'Together with member-paid programs: members enroll with a pass on their phone and need no key fob.',
  },
] as const;

export type FeatureFlagName = (typeof featureFlagList)[number]['key'];

const titleOf = (wanted: FeatureFlagName): string =>
  featureFlagList.find(({ key }) => key === wanted)?.title ?? wanted;

const featureFlags = z.object({
  gmrEnableFeatures: flag(titleOf('gmrEnableFeatures')),
  gmrAddProgram: flag(titleOf('gmrAddProgram')),
  gmMemberImport: flag(titleOf('gmMemberImport')),
  useCaptcha: flag(titleOf('useCaptcha')),
  gmAccessPassFeature: flag(titleOf('gmAccessPassFeature')),
}) satisfies z.ZodType<Record<FeatureFlagName, boolean>>;
export type FeatureFlags = z.output<typeof featureFlags>;

/** Defaults (spec 1 §3: all off). */
export const allOff: FeatureFlags = {
  gmrEnableFeatures: false,
  gmrAddProgram: false,
  gmMemberImport: false,
  useCaptcha: false,
  gmAccessPassFeature: false,
};

/** Initial flags from the stage's settings; the others start off. */
export const stageFlags = featureFlags.partial().strict();
export type StageFlags = z.output<typeof stageFlags>;

/** `version` counts the changes and is 0 before the first one. */
export const storedFeatureFlags = featureFlags.extend({ version: recordVersion });
export type StoredFeatureFlags = z.output<typeof storedFeatureFlags>;

/** Reassignment depends on gmr-enable-features. */
export const isReassignKeyFobEnabled = ({ gmrEnableFeatures }: FeatureFlags): boolean => gmrEnableFeatures;
