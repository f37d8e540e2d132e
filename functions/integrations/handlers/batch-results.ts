import { integrations } from '../../../shared/contracts/integrations.ts';
import { loadBatch } from '../eligibility/batch-response.ts';
import { resultsOfBatch } from '../eligibility/batch-results.ts';
import { handleClient } from '../handle-client.ts';

export const handler = handleClient(integrations.batchResults, async ({ params, query, client }) =>
  resultsOfBatch(await loadBatch(params.batchId, client), query.cursor),
);
