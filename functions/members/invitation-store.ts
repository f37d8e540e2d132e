import { invitation, type Invitation } from '../../shared/enrollment/invitation.ts';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';

const invitationEntity = entity({
  name: 'invitation',
  schema: invitation,
  key: ({ tokenHash }) => keys.invitation(tokenHash),
});

export const loadInvitation = (tokenHash: string): Promise<Invitation | undefined> =>
  get(invitationEntity, keys.invitation(tokenHash));

/** Returns the writes of an invitation, or of its revocation (`after` null); a second use of a link is refused. */
export const invitationChange = (before: Invitation | null, after: Invitation | null): Change[] =>
  change(invitationEntity, before, after, {
    lost: new Refusal(
      'conflict',
      'This invitation was used or changed in the meantime. Reload and try again.',
    ),
  });
