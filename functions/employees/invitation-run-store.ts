import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { change } from '../table/change.ts';
import type { Change } from '../table/write.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';

/** Job that sends a partner's invitations; prevents two jobs from sending duplicates. */
const invitationRun = z.object({ partnerId: z.string(), jobId: z.string(), version: z.int() });
export type InvitationRun = z.output<typeof invitationRun>;

const invitationRunEntity = entity({
  name: 'invitation run',
  schema: invitationRun,
  key: ({ partnerId }) => keys.invitationRun(partnerId),
});

export const loadInvitationRun = (partnerId: string): Promise<InvitationRun | undefined> =>
  get(invitationRunEntity, keys.invitationRun(partnerId));

/** Returns the writes that assign the partner's invitations to another job. */
export const invitationRunChange = (before: InvitationRun | undefined, after: InvitationRun): Change[] =>
  change(invitationRunEntity, before ?? null, after, {
    lost: new Refusal('conflict', 'Invitations are already being sent. Reload the page to see the progress.'),
  });
