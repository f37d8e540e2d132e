import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { doneWith } from '../../page.ts';
import { planForm } from '../plan-form.ts';

const administrators = { roles: ['systemAdmin'] } as const;

/** A plan with how many clubs take part in it, and in each of its programs. */
const planWithClubs = z.object({
  id: z.int(),
  name: z.string(),
  clubs: z.int(),
  /** The first of the clubs, by name. */
  clubNames: z.array(z.string()),
  programs: z.array(z.object({ id: z.int(), name: z.string(), clubs: z.int() })),
  /** The partners whose members alone see it, by number and name; null where everybody does. */
  partners: z.array(z.object({ number: z.string(), name: z.string() })).nullable(),
  version: z.int(),
});
export type PlanWithClubs = z.output<typeof planWithClubs>;

/** The endpoints by which administrators keep the plans that clubs take part in. */
export const planAdministration = {
  allPlans: endpoint({
    method: 'GET',
    path: '/plans/all',
    ...administrators,
    summary: 'Every plan with its programs, its partners, and how many clubs take part.',
    response: z.array(planWithClubs),
  }),
  savePlan: endpoint({
    method: 'POST',
    path: '/plans/save',
    ...administrators,
    summary: 'Adds a plan, or changes the one of an id: its name, programs, and the partners it is kept to.',
    body: planForm.extend({ planId: z.int().positive().optional(), version: z.int().optional() }),
    response: doneWith(z.object({ id: z.int() })),
  }),
};
