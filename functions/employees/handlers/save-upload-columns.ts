import { employees } from '../../../shared/contracts/employees.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { columnMappingChange, loadColumnMapping } from '../column-mapping-store.ts';

export const handler = handle(employees.saveUploadColumns, async ({ params, body, caller, now }) => {
  const { partnerId } = params;
  await mustLoadGroupMembership(partnerId);
  const before = await loadColumnMapping(partnerId);
  await transact(
    ...columnMappingChange(before, body),
    auditWrite(
      {
        name: 'upload columns chosen',
        subject: `partner ${partnerId}`,
        who: caller.userId,
        before: before.columns,
        after: body.columns,
      },
      now,
    ),
  );
  return { success: true };
});
