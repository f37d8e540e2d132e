import { integrations } from '../../../shared/contracts/integrations.ts';
import { takeCheckIn } from '../take-check-in.ts';
import { handleClient } from '../handle-client.ts';
import type { AcceptedCheckIn } from '../../../shared/integrations/client-contract.ts';

export const takeCheckInHandler = handleClient(integrations.takeCheckIn, ({ body, client, caller, now }) =>
  takeCheckIn(body, { facilityId: client.ownerId, who: caller.userId, now }),
);

export const takeCheckInsHandler = handleClient(
  integrations.takeCheckIns,
  async ({ body, client, caller, now }) => {
    const results: AcceptedCheckIn[] = [];
    // in order: the first check-in of a day counts
    for (const checkIn of body.checkIns)
      results.push(await takeCheckIn(checkIn, { facilityId: client.ownerId, who: caller.userId, now }));
    return { results };
  },
);
