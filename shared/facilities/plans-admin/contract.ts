import * as z from 'zod';
import { recordVersion } from '../../ids.ts';
import { endpoint } from '../../endpoint.ts';
import { doneWith } from '../../page.ts';
import { planForm } from '../plan-form.ts';

const administrators = { roles: ['systemAdmin'] } as const;

/** A plan with its number of facilities, and that of each program. */
const planWithFacilities = z.object({
  id: z.int(),
  name: z.string(),
  clubs: z.int(),
  /** The first facilities by name. */
  clubNames: z.array(z.string()),
  programs: z.array(z.object({ id: z.int(), name: z.string(), clubs: z.int() })),
  /** The partners that the plan is restricted to; null when it is visible to all. */
  partners: z.array(z.object({ number: z.string(), name: z.string() })).nullable(),
  version: recordVersion,
});
export type PlanWithFacilities = z.output<typeof planWithFacilities>;

export const planAdministration = {
  allPlans: endpoint({
    method: 'GET',
    path: '/plans/all',
    ...administrators,
    summary: 'Lists every plan with its programs, its partners, and its number of facilities.',
    response: z.array(planWithFacilities),
  }),
  savePlan: endpoint({
    method: 'POST',
    path: '/plans/save',
    ...administrators,
    summary: 'Adds a plan, or changes one: its name, programs, and the partners to which it is restricted.',
    body: planForm.extend({ planId: z.int().positive().optional(), version: recordVersion.optional() }),
    response: doneWith(z.object({ id: z.int() })),
  }),
};
