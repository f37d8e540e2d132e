import { bankFiles } from '../../shared/bank-files/contract.ts';
import { facilityFilter } from '../../shared/bank-files/filter-of-request.ts';
import { handle } from '../platform/handle.ts';
import { availability, checkRun } from './preview/check.ts';

export const handler = handle(
  bankFiles.checkFacilityDeposit,
  async ({ params, query, caller, now, newId }) => {
    const asked = { userId: caller.userId, now, newId };
    return query.onlyAvailability
      ? availability(facilityFilter(params), asked)
      : checkRun(facilityFilter(params), asked);
  },
);
