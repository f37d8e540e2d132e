import { privacy } from '../../../shared/contracts/privacy.ts';
import { handle } from '../../handle.ts';
import { digestOf } from '../../platform/digest.ts';
import { fileCase } from '../file-case.ts';
import { findCase } from '../case-store.ts';
import { loadGuestRequest } from '../guest-request-store.ts';
import { findLoginAndMembers } from '../person-store.ts';

export const handler = handle(privacy.confirmRequest, async ({ body, now }) => {
  const { form, caseId, filedAt } = await loadGuestRequest(body.token, now);
  const { user, members } = await findLoginAndMembers(form.email);
  const owner = user?.id ?? digestOf(`privacy ${form.email.toLowerCase()}`);
  const filed =
    (await findCase(owner, caseId)) ??
    (await fileCase(
      {
        id: caseId,
        owner,
        userId: user?.role === 'member' ? user.id : null,
        memberIds: members.map(({ id }) => id),
        name: form.name,
        email: form.email,
        kind: form.kind,
        details: form.details ?? '',
        filedAt: new Date(filedAt),
      },
      now,
    ));
  return { success: true, dueOn: filed.dueOn };
});
