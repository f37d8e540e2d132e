import { integrations } from '../../../shared/contracts/integrations.ts';
import { loadBatch } from '../eligibility/batch-response.ts';
import { errorsOfBatch } from '../eligibility/batch-results.ts';
import { handleClient } from '../handle-client.ts';

export const handler = handleClient(integrations.batchErrors, async ({ params, query, client }) =>
  errorsOfBatch(await loadBatch(params.batchId, client), query.cursor),
);
