import type { ResponseOf } from '../../../shared/endpoint.ts';
import type { integrations } from '../../../shared/contracts/integrations.ts';

export type WebhookRow = ResponseOf<typeof integrations.webhooks>['webhooks'][number];
