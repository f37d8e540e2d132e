import type { ApiClient } from '../../../shared/integrations/api-clients/api-client.ts';
import type { Caller } from '../../users/caller.ts';
import type { ScimContext } from './save-user.ts';

/** Returns the context of a client's changes. */
export const contextOf = ({
  client,
  caller,
  now,
  newId,
}: {
  client: ApiClient;
  caller: Caller;
  now: Date;
  newId: () => string;
}): ScimContext => ({ partnerId: client.ownerId, who: caller.userId, now, newId });
