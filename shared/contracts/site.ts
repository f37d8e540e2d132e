import * as z from 'zod';
import { area, endpoint } from '../endpoint.ts';
import { done } from '../page.ts';
import { pdfType, textType } from '../media-types.ts';
import { clubNomination, contactRequest } from '../site/contact-request.ts';

export const site = area('site', {
  healthcheck: endpoint({
    method: 'GET',
    path: '/healthcheck',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Reports that the portal responds.',
    response: z.literal('OK!'),
    mediaTypes: [textType],
  }),
  healthParts: endpoint({
    method: 'GET',
    path: '/healthcheck/parts',
    roles: ['guest'],
    ownership: 'open',
    keepSeconds: 10,
    summary: 'Checks the table, the files, and the vault key. Returns 500 if one of them does not respond.',
    response: z.object({ table: z.literal('OK'), files: z.literal('OK'), key: z.literal('OK') }),
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Returns this document, generated from the endpoint definitions that the portal runs.',
    response: z.record(z.string(), z.unknown()),
  }),
  states: endpoint({
    method: 'GET',
    path: '/states/list',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Lists the states for selection lists.',
    response: z.array(z.object({ name: z.string(), abbr: z.string() })),
  }),
  programTypes: endpoint({
    method: 'GET',
    path: '/programtypes/list',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Lists the program types for selection lists.',
    response: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  userDescriptions: endpoint({
    method: 'GET',
    path: '/contactUs/userDescription/list',
    roles: ['guest'],
    ownership: 'open',
    summary: "Lists the options for 'Which best describes you?'.",
    response: z.array(z.object({ key: z.int(), value: z.string() })),
  }),
  contactUs: endpoint({
    method: 'POST',
    path: '/contactUs',
    roles: ['guest'],
    ownership: 'open',
    summary:
      'Sends a contact request to the responsible desk. Requires the header g-recaptcha-response if captchas are on.',
    body: contactRequest,
    response: done,
  }),
  nominateClub: endpoint({
    method: 'POST',
    path: '/nominateClub/email',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Sends a club nomination. Requires the header g-recaptcha-response if captchas are on.',
    body: clubNomination,
    response: done,
  }),
  authorizedAgentDesignationForm: endpoint({
    method: 'GET',
    path: '/v1/resources/authorizedagentdesignationform',
    roles: ['guest'],
    ownership: 'open',
    summary: 'Returns the form that authorizes an agent to make privacy requests, as a fillable PDF.',
    response: 'file',
    mediaTypes: [pdfType],
  }),
});
