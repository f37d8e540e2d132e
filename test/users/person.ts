import { ownSessionOf, ownSessionsOf } from '../support/call.ts';
import { emailsTo } from '../support/mailbox.ts';
import { randomUUID } from 'node:crypto';
import type { User } from '../../functions/users/user.ts';
import { addPoolUser } from '../../functions/platform/user-pool.ts';
import { retryOnConflict } from '../../functions/table/retry.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser, newUser, userChange } from '../../functions/users/store.ts';

export const password = 'Wellport2026';

export async function createUser(fields: Partial<User> = {}): Promise<User> {
  const email = `person-${randomUUID().slice(0, 8)}@people.test`;
  const id = await addPoolUser({ email, password, role: fields.role ?? 'member' });
  await transact(
    ...userChange(
      null,
      newUser({
        id,
        email,
        role: 'member',
        firstName: 'Ann',
        lastName: 'Lund',
        sessions: ownSessionsOf(id).slice(0, 1),
        ...fields,
      }),
    ),
  );
  return asStored(id);
}

/** Marks the password of a created manager as chosen by the manager, and records the session of composed claims. */
export async function ownPassword({ id }: Pick<User, 'id'>): Promise<User> {
  const user = await asStored(id);
  const sessions = [...user.sessions, ...ownSessionsOf(id).slice(0, 1)];
  await transact(...userChange(user, { ...user, givenPassword: undefined, sessions }));
  return asStored(id);
}

export const claimsIn = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));

export async function asStored(id: string): Promise<User> {
  const user = await loadUser(id);
  if (!user) throw new Error(`no user ${id}`);
  return user;
}

/** Records the session of composed claims. */
export const recordOwnSession = ({ id }: Pick<User, 'id'>): Promise<void> =>
  retryOnConflict(async () => {
    const user = await asStored(id);
    const sessions = user.sessions;
    if (sessions.some((session) => session.id === ownSessionOf(id))) return;
    const at = Math.floor(Date.now() / 1000);
    const own = { id: ownSessionOf(id), startedAt: at, activeAt: at, device: 'Firefox on Linux' };
    await transact(...userChange(user, { ...user, sessions: [...sessions, own] }));
  });

export const mailsTo = async (address: string): Promise<string[]> =>
  (await emailsTo(address)).map(({ body }) => body.text);

export async function newestCode(address: string): Promise<{ code: string; link: URL }> {
  const text = (await mailsTo(address)).at(-1) ?? '';
  const code = /type this code: (\S+)/.exec(text)?.[1] ?? '';
  return { code, link: new URL(/password: (\S+)$/m.exec(text)?.[1] ?? '') };
}

export const freshClaims = ({ id, role }: User): object => ({
  sub: id,
  'cognito:groups': `[${role}]`,
  token_use: 'access',
  event_id: ownSessionOf(id),
  auth_time: Math.floor(Date.now() / 1000) + 1,
});
