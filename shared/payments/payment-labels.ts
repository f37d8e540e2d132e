import type { FeatureFlags } from '../settings/feature-flags.ts';

/** How a payment's month is called on screens and in files: "Visit Month" with gmr-add-program (spec 3 §5). */
export const monthLabel = ({ gmrAddProgram }: Pick<FeatureFlags, 'gmrAddProgram'>): string =>
  gmrAddProgram ? 'Visit Month' : 'Usage Period';
