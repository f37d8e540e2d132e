import * as z from 'zod';
import { recordVersion } from '../ids.ts';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { doneWith } from '../page.ts';
import { checklistItem } from '../settings/checklist.ts';
import { storedFeatureFlags } from '../settings/feature-flags.ts';

export const settings = area('settings', {
  isReassignKeyFobFeatureEnabled: endpoint({
    method: 'GET',
    path: '/applicationsettings/isreassignkeyfobfeatureenabled',
    roles: anyoneSignedIn,
    ownership: 'open',
    summary: 'Returns whether key fobs can be reassigned.',
    response: z.boolean(),
  }),
  featureFlags: endpoint({
    method: 'GET',
    path: '/applicationsettings/featureflags',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Returns the feature flags and their version.',
    response: storedFeatureFlags,
  }),
  checklist: endpoint({
    method: 'GET',
    path: '/applicationsettings/checklist',
    roles: ['systemAdmin'],
    ownership: 'own',
    summary: 'Returns the set-up checklist of the deployment with the state of each item.',
    response: z.array(checklistItem),
  }),
  saveFeatureFlags: endpoint({
    method: 'PUT',
    path: '/applicationsettings/featureflags',
    roles: ['systemAdmin'],
    stepUp: true,
    summary: 'Turns feature flags on or off. `version` is the version that the change is based on.',
    body: storedFeatureFlags.extend({ version: recordVersion.optional() }),
    response: doneWith(storedFeatureFlags),
  }),
});
