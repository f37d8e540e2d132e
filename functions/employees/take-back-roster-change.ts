import { employees } from '../../shared/employees/contract.ts';
import { handle } from '../platform/handle.ts';
import { loadRosterChange } from './changes/change-store.ts';
import { takeBackChange } from './changes/take-back-change.ts';

export const handler = handle(
  employees.takeBackRosterChange,
  async ({ params, body, caller, now, newId }) => {
    const change = await loadRosterChange(params.changeId);
    caller.requireAccess({ partnerId: change.partnerId });
    return takeBackChange(change, { ...body, jobId: newId() }, caller, now);
  },
);
