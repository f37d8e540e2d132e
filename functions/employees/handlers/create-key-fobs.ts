import { employees } from '../../../shared/contracts/employees.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { mustLoadGroupMembership } from '../../group-memberships/store.ts';
import { beginJob } from '../../jobs/begin.ts';
import { handle } from '../../handle.ts';

export const handler = handle(employees.createKeyFobs, async ({ body, caller, now, newId }) => {
  const partnerId = body[0]?.partnerId ?? '';
  caller.requireAccess({ partnerId });
  if (body.some((row) => row.partnerId !== partnerId))
    throw new Refusal('invalid', 'Key fobs can be added to one partner at a time.', 'partnerId');
  await mustLoadGroupMembership(partnerId);
  const numbers = body.map(({ keyFobNumber }) => keyFobNumber);
  return beginJob(
    {
      id: newId(),
      kind: 'key fobs',
      input: { partnerId, numbers },
      total: numbers.length,
      message: 'Adding key fobs.',
      partnerId,
    },
    caller,
    now,
  );
});
