import { randomUUID } from 'node:crypto';
import { sha256 } from '../../functions/platform/digest.ts';
import { loadMember, memberChange } from '../../functions/members/store.ts';
import { loadSignOn, signOnChange } from '../../functions/users/sign-on-store.ts';
import { transact } from '../../functions/table/transact.ts';
import type { User } from '../../functions/users/user.ts';
import { integrations } from '../../shared/contracts/integrations.ts';
import { singleSignOn } from '../../shared/contracts/single-sign-on.ts';
import type { EmailDomain, SignOnPolicy } from '../../shared/single-sign-on/sign-on.ts';
import { call, type Received, type TestClient } from '../support/call.ts';
import { createUser } from '../users/person.ts';
import type { TestProvider } from './test-provider.ts';

export const optional: SignOnPolicy = {
  isRequired: false,
  breakGlassUserIds: [],
  stepUpAtProvider: false,
  sessionHours: null,
  idleMinutes: null,
  canRequestEnrollment: false,
};

/** Settings of an OpenID Connect provider as its manager enters them. */
export const formOf = (
  provider: TestProvider,
  policy: Partial<SignOnPolicy> = {},
  clientSecret = provider.clientSecret,
) => ({
  provider: {
    protocol: 'oidc' as const,
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret,
    secretExpiresOn: null,
  },
  policy: { ...optional, ...policy },
});

/** A partner's directory, which adds and deactivates people by SCIM. */
export const directoryOf = (client: () => TestClient) => ({
  addPerson: async (userName: string, externalId: string, email = userName): Promise<string> => {
    const { body } = await call(integrations.scimCreateUser, client(), {
      body: {
        userName,
        externalId,
        name: { givenName: 'Tove', familyName: 'Larsen' },
        emails: [{ type: 'work', value: email }],
        active: true,
      },
    });
    return String(body.id);
  },
  setActive: (id: string, value: boolean) =>
    call(integrations.scimPatchUser, client(), {
      params: { id },
      body: { Operations: [{ op: 'replace', path: 'active', value }] },
    }),
});

/** A browser with its secret. */
export class Browser {
  secret = randomUUID();
  binding = sha256(this.secret);

  start = (userName: string, redirectUrl?: string): Promise<Received> =>
    call(singleSignOn.startLogin, undefined, { body: { userName, binding: this.binding, redirectUrl } });

  complete = (query: string, as?: User): Promise<Received> =>
    call(as ? singleSignOn.completeOwnLogin : singleSignOn.completeLogin, as, {
      body: { state: new URLSearchParams(query).get('state') ?? '', browserSecret: this.secret, query },
    });

  /** Logs in at the provider with claims of its ID token. */
  async logIn(
    provider: TestProvider,
    claims: { sub: string } & Record<string, unknown>,
    userName = 'x@tern.example',
  ) {
    const { body } = await this.start(userName);
    return this.complete(provider.authorize(body.address, claims));
  }
}

const proven = (domain: string): EmailDomain => ({
  domain,
  token: 'token',
  provenAt: '2026-11-01T00:00:00.000Z',
});

/** Stores settings as if a second person had confirmed them. */
export async function turnOn(
  partnerId: string,
  provider: Pick<TestProvider, 'issuer' | 'clientId' | 'clientSecret'>,
  { policy = {}, domain = 'tern.example' }: { policy?: Partial<SignOnPolicy>; domain?: string } = {},
): Promise<void> {
  const { sealSecret } = await import('../../functions/users/sign-on-store.ts');
  const before = await loadSignOn(partnerId);
  await transact(
    ...signOnChange(before, {
      ...before,
      domains: [proven(domain)],
      draft: null,
      activeSince: before.active?.issuer === provider.issuer ? before.activeSince : 1,
      active: {
        id: randomUUID(),
        protocol: 'oidc',
        issuer: provider.issuer,
        clientId: provider.clientId,
        sealedSecret: await sealSecret(partnerId, provider.clientSecret),
        secretExpiresOn: null,
        metadataAddress: null,
        signOnAddress: null,
        certificates: [],
        policy: { ...optional, ...policy },
      },
    }),
  );
}

/** Creates a user of the pool for a member on a partner's roster. */
export async function createMemberUser(memberId: string): Promise<User> {
  const member = await loadMember(memberId);
  const user = await createUser({
    role: 'member',
    memberIds: [memberId],
    memberPartnerIds: [member.partnerId],
  });
  await transact(...memberChange(member, { ...member, userId: user.id }));
  return user;
}

/** Creates a manager of the pool. */
export const createManager = (partnerId: string, fields: Partial<User> = {}): Promise<User> =>
  createUser({ role: 'partnerManager', partnerId, ...fields });
