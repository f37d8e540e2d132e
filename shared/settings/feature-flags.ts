import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { flag } from '../fields.ts';

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
