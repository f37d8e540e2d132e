import * as z from 'zod';
import { Refusal } from '../../shared/refusal.ts';
import { sessionDays } from '../../shared/users/sessions.ts';
import { tokenTime } from '../platform/clock.ts';
import { digestOf, newToken } from '../platform/digest.ts';
import { openWith, sealWith } from '../platform/token-seal.ts';
import { change } from '../table/change.ts';
import { entity } from '../table/entity.ts';
import { keys } from '../table/keys.ts';
import { get } from '../table/table.ts';
import type { Change } from '../table/write.ts';

/** A refresh token of the portal. Times are in seconds of the token clock. */
const refreshToken = z.object({
  hash: z.string(),
  userId: z.string(),
  session: z.string(),
  /** The pool's refresh token, sealed with the portal's own, which only the browser has. */
  sealed: z.string(),
  /** When it was exchanged; it is valid once. */
  usedAt: z.int().optional(),
  /** The token that replaced it, sealed with this one, for a repeated exchange. */
  next: z.string().optional(),
  expiresAt: z.int(),
  version: z.int(),
});
export type RefreshToken = z.output<typeof refreshToken>;

const refreshTokenEntity = entity({
  name: 'refresh token',
  schema: refreshToken,
  key: ({ hash }) => keys.refreshToken(hash),
});

const lost = new Refusal('conflict', 'Another request exchanges this token.');

export const loadRefreshToken = (token: string): Promise<RefreshToken | undefined> =>
  get(refreshTokenEntity, keys.refreshToken(digestOf(token)));

/** Returns a new token of a session, and the writes that store it. */
export function newRefreshToken(
  owner: Pick<RefreshToken, 'userId' | 'session'>,
  poolToken: string,
): { token: string; changes: Change[] } {
  const token = newToken();
  const stored: RefreshToken = {
    ...owner,
    hash: digestOf(token),
    sealed: sealWith(token, poolToken),
    expiresAt: tokenTime() + sessionDays * 86_400,
    version: 0,
  };
  return { token, changes: change(refreshTokenEntity, null, stored, { lost }) };
}

export const poolTokenOf = (stored: RefreshToken, token: string): string => openWith(token, stored.sealed);

/** Returns the writes that mark a token as exchanged for `next`; they fail if it was exchanged concurrently. */
export const refreshTokenUsed = (stored: RefreshToken, token: string, next: string): Change[] =>
  change(
    refreshTokenEntity,
    stored,
    { ...stored, usedAt: tokenTime(), next: sealWith(token, next) },
    { lost },
  );

/** Returns the token that replaced a used one; undefined for one of an earlier release. */
export const nextToken = ({ next }: RefreshToken, token: string): string | undefined =>
  next === undefined ? undefined : openWith(token, next);
