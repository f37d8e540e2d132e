import { showDate } from '../../../shared/calendar.ts';
import { privacy } from '../../../shared/contracts/privacy.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { handle } from '../../handle.ts';
import { fileCase } from '../file-case.ts';

export const handler = handle(privacy.fileOwnCase, async ({ body, caller, now, newId }) => {
  const { user } = caller;
  if (!user) throw new Refusal('forbidden', 'Access to the resource is denied.');
  const { dueOn } = await fileCase(
    {
      id: newId(),
      owner: user.id,
      userId: user.id,
      memberIds: user.memberIds,
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      kind: body.kind,
      details: body.details ?? '',
      filedAt: now,
    },
    now,
  );
  return { success: true, message: `Your request was filed. We respond by ${showDate(dueOn)}.` };
});
