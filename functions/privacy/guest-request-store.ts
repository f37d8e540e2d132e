import * as z from 'zod';
import { guestCaseForm } from '../../shared/privacy/privacy-case.ts';
import { Refusal } from '../../shared/refusal.ts';
import { digestOf } from '../platform/digest.ts';
import { putOnce } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import { transact } from '../table/transact.ts';

const validSeconds = 3 * 86_400;

const guestRequest = z.object({
  tokenHash: z.string(),
  caseId: z.string(),
  form: z.object({ name: z.string(), email: z.string(), kind: z.string(), details: z.string().optional() }),
  /** ISO instant. */
  filedAt: z.string(),
  /** Unix time in seconds. */
  expiresAt: z.int(),
});
export type GuestRequest = Omit<z.output<typeof guestRequest>, 'form'> & {
  form: z.output<typeof guestCaseForm>;
};

const requestEntity = entity({
  name: 'privacy request',
  schema: guestRequest,
  key: ({ tokenHash }) => keys.privacyRequest(tokenHash),
});

/** Stores a request until its link is opened; the table deletes it after three days. */
export const saveGuestRequest = (
  token: string,
  caseId: string,
  form: z.output<typeof guestCaseForm>,
  now: Date,
): Promise<void> => {
  const tokenHash = digestOf(token);
  const expiresAt = Math.floor(now.getTime() / 1000) + validSeconds;
  const item = { tokenHash, caseId, form, filedAt: now.toISOString(), expiresAt };
  return transact(
    putOnce(
      { ...keys.privacyRequest(tokenHash), entity: requestEntity.name, ...item },
      new Refusal('conflict', 'This request was already filed.'),
    ),
  );
};

/** Returns the request of a link. Throws 'not-found' for an unknown or expired one. */
export async function loadGuestRequest(token: string, now: Date): Promise<GuestRequest> {
  const stored = await get(requestEntity, keys.privacyRequest(digestOf(token)));
  if (!stored || stored.expiresAt * 1000 <= now.getTime())
    throw new Refusal('not-found', 'This link has expired or does not exist. File your request again.');
  return stored as GuestRequest;
}
