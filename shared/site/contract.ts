import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { done } from '../page.ts';
import { pdfType, textType } from '../media-types.ts';
import { clubNomination } from './club-nomination.ts';
import { contactRequest } from './contact-request.ts';

export const site = area('site', {
  healthcheck: endpoint({
    method: 'GET',
    path: '/healthcheck',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Says that the portal answers.',
    response: z.literal('OK!'),
    mediaTypes: [textType],
  }),
  healthParts: endpoint({
    method: 'GET',
    path: '/healthcheck/parts',
    roles: ['guest'],
    ownership: 'open',
    keepSeconds: 10,
    summary:
      'Looks at what the calls need: the table, the files and the key of the vault. 500 when one does not answer.',
    response: z.object({ table: z.literal('OK'), files: z.literal('OK'), key: z.literal('OK') }),
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    roles: ['guest'],
    ownership: 'open',
    summary: 'This document: every call of the portal, made from the same rows that run it.',
    response: z.record(z.string(), z.unknown()),
  }),
  states: endpoint({
    method: 'GET',
    path: '/states/list',
    roles: ['guest'],
    ownership: 'open',
    summary: 'The states for selection lists.',
    response: z.array(z.object({ name: z.string(), abbr: z.string() })),
  }),
  programTypes: endpoint({
    method: 'GET',
    path: '/programtypes/list',
    roles: ['guest'],
    ownership: 'open',
    summary: 'The program types for selection lists.',
    response: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  userDescriptions: endpoint({
    method: 'GET',
    path: '/contactUs/userDescription/list',
    roles: ['guest'],
    ownership: 'open',
    summary: "The answers to 'Which best describes you?'.",
    response: z.array(z.object({ key: z.int(), value: z.string() })),
  }),
  contactUs: endpoint({
    method: 'POST',
    path: '/contactUs',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Sends a contact request to the desk that can help. Header g-recaptcha-response where captchas are on.',
    body: contactRequest,
    response: done,
  }),
  nominateClub: endpoint({
    method: 'POST',
    path: '/nominateClub/email',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Sends the nomination of a club. Header g-recaptcha-response where captchas are on.',
    body: clubNomination,
    response: done,
  }),
  authorizedAgentDesignationForm: endpoint({
    method: 'GET',
    path: '/v1/resources/authorizedagentdesignationform',
    roles: ['guest'],
    ownership: 'open',
    summary: 'The form with which a person lets an agent make privacy requests, as a PDF to fill in.',
    response: 'file',
    mediaTypes: [pdfType],
  }),
});
