import { columnsOf } from '../../shared/facilities/facility-map.ts';
import { facilities } from '../../shared/facilities/contract.ts';
import { clubsOfPlans } from '../../shared/facilities/plans.ts';
import { handle } from '../platform/handle.ts';
import { clubsOnMap } from './clubs-on-map.ts';

export const handler = handle(facilities.clubLocator, async ({ query }) =>
  columnsOf(
    clubsOfPlans(await clubsOnMap(), {
      hasGroupMemberships: query.hasGroupMemberships ?? false,
      planIds: (query.planIds ?? []).map(Number),
      programIds: (query.programIds ?? []).map(Number),
    }),
  ),
);
