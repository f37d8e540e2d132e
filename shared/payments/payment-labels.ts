import type { FeatureFlags } from '../settings/feature-flags.ts';

/** Returns the label of a payment's month: "Visit Month" with gmr-add-program (spec 3 §5). */
export const monthLabel = ({ gmrAddProgram }: Pick<FeatureFlags, 'gmrAddProgram'>): string =>
  gmrAddProgram ? 'Visit Month' : 'Usage Period';
