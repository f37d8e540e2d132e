import { users } from '../../../shared/contracts/users.ts';
import { handle } from '../../handle.ts';
import { auditWrite } from '../../table/audit.ts';
import { transact } from '../../table/transact.ts';
import { gridSettingsChange, loadGridSettings } from '../grid-settings-store.ts';

export const handler = handle(users.saveGridSettings, async ({ params: { grid }, body, caller, now }) => {
  const { userId } = caller;
  const before = await loadGridSettings(userId, grid);
  await transact(
    ...gridSettingsChange(before, { ...body, userId, grid }),
    auditWrite(
      {
        name: 'table set up',
        subject: `user ${userId}`,
        who: userId,
        after: { grid, views: body.views.map(({ name }) => name) },
      },
      now,
    ),
  );
  return { ...body, version: body.version + 1 };
});
