import { integrations } from '../../../shared/contracts/integrations.ts';
import { selectAttributes } from '../../../shared/integrations/scim/attribute-names.ts';
import { handleClient } from '../handle-client.ts';
import { contextOf } from '../scim/context.ts';
import { replace } from '../scim/user-requests.ts';

export const handler = handleClient(
  integrations.scimReplaceUser,
  async ({ params, query, body, ...request }) => {
    const user = await replace(params.id, body, contextOf(request), request.header('if-match'));
    return selectAttributes(user, query);
  },
);
