import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { change, type Change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';

/** Which job sends a partner's invitations: two at once would write to people twice. */
const invitationRun = z.object({ partnerId: z.string(), jobId: z.string(), version: z.int() });
export type InvitationRun = z.output<typeof invitationRun>;

const invitationRunEntity = entity({
  name: 'invitation run',
  schema: invitationRun,
  key: ({ partnerId }) => keys.invitationRun(partnerId),
});

export const loadInvitationRun = (partnerId: string): Promise<InvitationRun | undefined> =>
  get(invitationRunEntity, keys.invitationRun(partnerId));

/** The writes that give the partner's invitations to another job. */
export const invitationRunChange = (before: InvitationRun | undefined, after: InvitationRun): Change[] =>
  change(invitationRunEntity, before ?? null, after, {
    lost: new Refusal('conflict', 'Invitations are being sent already. Reload the page to follow them.'),
  });
