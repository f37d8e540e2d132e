import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';

export const site = area('site', {
  healthcheck: endpoint({
    method: 'GET',
    path: '/healthcheck',
    roles: ['guest'],
    reach: 'open',
    does: 'Says that the portal answers.',
    answer: z.literal('OK!'),
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    roles: ['guest'],
    reach: 'open',
    does: 'This document: every call of the portal, made from the same rows that run it.',
    answer: z.record(z.string(), z.unknown()),
  }),
  states: endpoint({
    method: 'GET',
    path: '/states/list',
    roles: ['guest'],
    reach: 'open',
    does: 'The states for selection lists.',
    answer: z.array(z.object({ name: z.string(), abbr: z.string() })),
  }),
  programTypes: endpoint({
    method: 'GET',
    path: '/programtypes/list',
    roles: ['guest'],
    reach: 'open',
    does: 'The program types for selection lists.',
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  authorizedAgentDesignationForm: endpoint({
    method: 'GET',
    path: '/v1/resources/authorizedagentdesignationform',
    roles: ['guest'],
    reach: 'open',
    does: 'The form with which a person lets an agent make privacy requests, as a PDF to fill in.',
    answer: 'file',
  }),
});
