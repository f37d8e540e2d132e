import { settings } from '../../shared/contracts/settings.ts';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { examplesOf } from '../support/examples.ts';

export const examples = examplesOf(settings, {
  isReassignKeyFobFeatureEnabled: { own: () => ({}) },
  featureFlags: { own: () => ({}) },
  checklist: { own: () => ({}) },
  saveFeatureFlags: { own: () => ({ body: { ...allOff } }) },
});
