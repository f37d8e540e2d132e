import * as z from 'zod';
import { endpoint } from '../../endpoint.ts';
import { recordId, recordVersion } from '../../ids.ts';
import { done, doneWith, pageOf } from '../../page.ts';
import { deliveryRow, deliveryStatuses } from './delivery.ts';
import { webhookId, webhookOwner } from './owner.ts';
import { webhookForm, webhookRow } from './webhook.ts';

const managed = {
  roles: ['systemAdmin', 'partnerManager', 'facilityManager'],
  ownership: 'loaded',
} as const;

/** The secret that signs the deliveries; the response that creates it is the only one that contains it. */
const withSecret = doneWith(webhookRow.extend({ secret: z.string() }));
const params = z.object({ webhookId });
const version = recordVersion;

export const webhookEndpoints = {
  webhooks: endpoint({
    method: 'GET',
    path: '/webhooks',
    ...managed,
    summary: 'Lists the webhooks of a partner, of a club, or of all administrators; at most three.',
    query: z.object({ owner: webhookOwner }),
    response: z.object({ webhooks: z.array(webhookRow), version }),
  }),
  addWebhook: endpoint({
    method: 'POST',
    path: '/webhooks',
    ...managed,
    stepUp: ['owner', 'url'],
    summary: 'Adds a webhook and returns its secret, once.',
    body: webhookForm.extend({ owner: webhookOwner }),
    response: withSecret,
  }),
  saveWebhook: endpoint({
    method: 'PUT',
    path: '/webhooks/{webhookId}',
    ...managed,
    stepUp: ['url'],
    summary: 'Changes the address, events, or personal data of a webhook, or turns it on or off.',
    params,
    body: webhookForm.extend({ isActive: z.boolean(), version }),
    response: done,
  }),
  rotateWebhookSecret: endpoint({
    method: 'POST',
    path: '/webhooks/{webhookId}/secret',
    ...managed,
    stepUp: true,
    summary:
      'Replaces the secret of a webhook and returns the new one, once; the previous one signs for seven more days unless it ends immediately.',
    params,
    body: z.object({ endPrevious: z.boolean(), version }),
    response: withSecret,
  }),
  deleteWebhook: endpoint({
    method: 'DELETE',
    path: '/webhooks/{webhookId}',
    ...managed,
    summary: 'Deletes a webhook; its waiting deliveries are not sent.',
    params,
    response: done,
  }),
  webhookDeliveries: endpoint({
    method: 'GET',
    path: '/webhooks/{webhookId}/deliveries',
    ...managed,
    summary:
      'Lists the deliveries of a webhook by status: waiting ones in their order, others newest first, for 30 days.',
    params,
    query: z.object({ status: z.enum(deliveryStatuses), cursor: z.string().max(200).optional() }),
    response: pageOf(deliveryRow),
  }),
  replayDeliveries: endpoint({
    method: 'POST',
    path: '/webhooks/{webhookId}/replay',
    ...managed,
    summary: 'Sends failed deliveries again, with the same IDs.',
    params,
    body: z.object({ deliveryIds: z.array(recordId).min(1).max(25) }),
    response: done,
  }),
} as const;
