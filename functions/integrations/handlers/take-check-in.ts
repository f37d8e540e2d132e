import { integrations } from '../../../shared/contracts/integrations.ts';
import { takeCheckIn } from '../check-ins/take-check-in.ts';
import { handleClient } from '../handle-client.ts';

export const handler = handleClient(integrations.takeCheckIn, ({ body, client, caller, now }) =>
  takeCheckIn(body, { facilityId: client.ownerId, who: caller.userId, now }),
);
