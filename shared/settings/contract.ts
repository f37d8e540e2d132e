import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { doneWith } from '../page.ts';
import { storedFeatureFlags } from './feature-flags.ts';

export const settings = area('settings', {
  isReassignKeyFobFeatureEnabled: endpoint({
    method: 'GET',
    path: '/applicationsettings/isreassignkeyfobfeatureenabled',
    roles: anyoneSignedIn,
    reach: 'open',
    does: 'Whether key fobs can be reassigned.',
    answer: z.boolean(),
  }),
  featureFlags: endpoint({
    method: 'GET',
    path: '/applicationsettings/featureflags',
    roles: ['guest'],
    reach: 'open',
    does: 'The five feature flags, and how often they were changed.',
    answer: storedFeatureFlags,
  }),
  saveFeatureFlags: endpoint({
    method: 'PUT',
    path: '/applicationsettings/featureflags',
    roles: ['systemAdmin'],
    does: 'Turns feature flags on or off; `version` says which state the change was made from.',
    body: storedFeatureFlags.extend({ version: z.int().nonnegative().optional() }),
    answer: doneWith(storedFeatureFlags),
  }),
});
