import * as z from 'zod';
import { flag } from '../fields.ts';

/** Every feature flag: its name in code, its name in the specification (1 §3), and what it does when it is on. */
export const featureFlagList = [
  {
    key: 'gmrEnableFeatures',
    name: 'gmr-enable-features',
    title: 'Key fob reassignment',
    does: 'Administrators can move an activated membership from one key fob to another.',
  },
  {
    key: 'gmrAddProgram',
    name: 'gmr-add-program',
    title: 'Member-paid programs',
    does: 'Partners can offer member-paid and shared programs; payments speak of visit months, and memberships are not deactivated by hand.',
  },
  {
    key: 'gmMemberImport',
    name: 'gm-member-import',
    title: 'Member import',
    does: 'Set aside for loading members from a file. Nothing depends on it yet.',
  },
  {
    key: 'useCaptcha',
    name: 'use-captcha',
    title: 'Captcha for visitors',
    does: 'Contact, nomination and forgotten-password forms ask visitors to show that they are no robot.',
  },
  {
    key: 'gmAccessPassFeature',
    name: 'gm-access-pass-feature',
    title: 'Access pass',
    does: 'Together with member-paid programs: members enroll with a pass on their phone and are asked for no key fob.',
  },
] as const;

export type FeatureFlagName = (typeof featureFlagList)[number]['key'];

const titleOf = (wanted: FeatureFlagName): string =>
  featureFlagList.find(({ key }) => key === wanted)?.title ?? wanted;

/** The five flags, each on or off. */
const featureFlags = z.object({
  gmrEnableFeatures: flag(titleOf('gmrEnableFeatures')),
  gmrAddProgram: flag(titleOf('gmrAddProgram')),
  gmMemberImport: flag(titleOf('gmMemberImport')),
  useCaptcha: flag(titleOf('useCaptcha')),
  gmAccessPassFeature: flag(titleOf('gmAccessPassFeature')),
}) satisfies z.ZodType<Record<FeatureFlagName, boolean>>;
export type FeatureFlags = z.output<typeof featureFlags>;

/** As they are until an administrator turns one on (spec 1 §3: all default off). */
export const allOff: FeatureFlags = {
  gmrEnableFeatures: false,
  gmrAddProgram: false,
  gmMemberImport: false,
  useCaptcha: false,
  gmAccessPassFeature: false,
};

/** The flags that a stage's file turns on or off for a new deployment; the others begin off. */
export const stageFlags = featureFlags.partial().strict();
export type StageFlags = z.output<typeof stageFlags>;

/** The flags as they are kept; `version` counts the changes and is 0 before the first one. */
export const storedFeatureFlags = featureFlags.extend({ version: z.int().nonnegative() });
export type StoredFeatureFlags = z.output<typeof storedFeatureFlags>;

/** May a key fob be reassigned at all? Reassignment comes with gmr-enable-features. */
export const isReassignKeyFobEnabled = ({ gmrEnableFeatures }: FeatureFlags): boolean => gmrEnableFeatures;
