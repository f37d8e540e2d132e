import { integrations } from '../../../shared/contracts/integrations.ts';
import { selectAttributes } from '../../../shared/integrations/scim/attribute-names.ts';
import { handleClient } from '../handle-client.ts';
import { contextOf } from '../scim/context.ts';
import { patch } from '../scim/user-requests.ts';

export const handler = handleClient(
  integrations.scimPatchUser,
  async ({ params, query, body, ...request }) => {
    const user = await patch(params.id, body, contextOf(request), request.header('if-match'));
    return selectAttributes(user, query);
  },
);
