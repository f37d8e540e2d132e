import { integrations } from '../../../shared/contracts/integrations.ts';
import { loadBatch, batchResponse } from '../eligibility/batch-response.ts';
import { errorsOfBatch, resultsOfBatch } from '../eligibility/batch-results.ts';
import { handleClient } from '../handle-client.ts';
import { sendBatch } from '../eligibility/send-batch.ts';

export const batchErrorsHandler = handleClient(integrations.batchErrors, async ({ params, query, client }) =>
  errorsOfBatch(await loadBatch(params.batchId, client), query.cursor),
);

export const batchResultsHandler = handleClient(
  integrations.batchResults,
  async ({ params, query, client }) => resultsOfBatch(await loadBatch(params.batchId, client), query.cursor),
);

export const batchHandler = handleClient(integrations.batch, async ({ params, client, now }) =>
  batchResponse(await loadBatch(params.batchId, client), now),
);

export const sendBatchHandler = handleClient(integrations.sendBatch, async ({ body, client, now, newId }) =>
  batchResponse(await sendBatch(body, { client, now, newId }), now),
);
