import { integrations } from '../../../shared/contracts/integrations.ts';
import { batchResponse } from '../eligibility/batch-response.ts';
import { sendBatch } from '../eligibility/send-batch.ts';
import { handleClient } from '../handle-client.ts';

export const handler = handleClient(integrations.sendBatch, async ({ body, client, now, newId }) =>
  batchResponse(await sendBatch(body, { client, now, newId }), now),
);
