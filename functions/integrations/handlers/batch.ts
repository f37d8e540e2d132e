import { integrations } from '../../../shared/contracts/integrations.ts';
import { batchResponse, loadBatch } from '../eligibility/batch-response.ts';
import { handleClient } from '../handle-client.ts';

export const handler = handleClient(integrations.batch, async ({ params, client, now }) =>
  batchResponse(await loadBatch(params.batchId, client), now),
);
