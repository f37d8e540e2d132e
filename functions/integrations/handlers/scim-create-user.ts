import { integrations } from '../../../shared/contracts/integrations.ts';
import { selectAttributes } from '../../../shared/integrations/scim/attribute-names.ts';
import { handleClient } from '../handle-client.ts';
import { contextOf } from '../scim/context.ts';
import { post } from '../scim/user-requests.ts';

export const handler = handleClient(integrations.scimCreateUser, async ({ query, body, ...request }) =>
  selectAttributes(await post(body, contextOf(request)), query),
);
