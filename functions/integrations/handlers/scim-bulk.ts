import { integrations } from '../../../shared/contracts/integrations.ts';
import { handleClient } from '../handle-client.ts';
import { carryOutBulk } from '../scim/bulk.ts';
import { contextOf } from '../scim/context.ts';

export const handler = handleClient(integrations.scimBulk, ({ body, ...request }) =>
  carryOutBulk(body, contextOf(request)),
);
