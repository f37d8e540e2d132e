import * as z from 'zod';
import { anyoneSignedIn, area, endpoint } from '../endpoint.ts';
import { doneWith } from '../page.ts';
import { checklistItem } from './checklist.ts';
import { storedFeatureFlags } from './feature-flags.ts';

export const settings = area('settings', {
  isReassignKeyFobFeatureEnabled: endpoint({
    method: 'GET',
    path: '/applicationsettings/isreassignkeyfobfeatureenabled',
    roles: anyoneSignedIn,
    ownership: 'open',
    summary: 'Whether key fobs can be reassigned.',
    response: z.boolean(),
  }),
  featureFlags: endpoint({
    method: 'GET',
    path: '/applicationsettings/featureflags',
    roles: ['guest'],
    ownership: 'open',
    summary: 'The five feature flags, and how often they were changed.',
    response: storedFeatureFlags,
  }),
  checklist: endpoint({
    method: 'GET',
    path: '/applicationsettings/checklist',
    roles: ['systemAdmin'],
    ownership: 'own',
    summary: 'What a new deployment needs before it is open: what is set, and what is missing.',
    response: z.array(checklistItem),
  }),
  saveFeatureFlags: endpoint({
    method: 'PUT',
    path: '/applicationsettings/featureflags',
    roles: ['systemAdmin'],
    summary: 'Turns feature flags on or off; `version` says which state the change was made from.',
    body: storedFeatureFlags.extend({ version: z.int().nonnegative().optional() }),
    response: doneWith(storedFeatureFlags),
  }),
});
