import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directoryWrites } from '../../functions/integrations/scim/directory-store.ts';
import { memberChange } from '../../functions/members/store.ts';
import { identityKey } from '../../functions/users/sign-on-store.ts';
import { transact } from '../../functions/table/transact.ts';
import { userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { startIdentityProviders, type LocalProviders } from '../../infra/local/identity-providers.ts';
import { freePort } from '../../infra/local/ports.ts';
import { users } from '../../shared/contracts/users.ts';
import { createManager, createMemberUser, turnOn } from '../single-sign-on/flow.ts';
import { someMember, useWorld } from '../support/world.ts';
import { asStored } from '../users/person.ts';
import { usePortal } from '../web/portal.ts';

// Log-ins of people at the local OpenID Connect provider, until the directory removes them.

const domain = 'journey.example';
const portal = usePortal();
const world = useWorld();
const client = { clientId: 'wellport', clientSecret: 'secret-of-the-local-identity-provider' };
const account = (id: string, firstName: string, lastName: string) => ({
  id,
  firstName,
  lastName,
  email: `${firstName}.${lastName}@${domain}`.toLowerCase(),
});
const people = [
  account('hr-1', 'Hana', 'Reyes'),
  account('employee-2', 'Otto', 'Berg'),
  account('stranger-3', 'Ada', 'Moe'),
];

let providers: LocalProviders;
let manager: User;
let memberId: string;

beforeAll(async () => {
  process.env.WEBHOOKS_TO_LOCALHOST = 'on';
  const partnerId = world.own.partner.id;
  providers = await startIdentityProviders({
    port: await freePort(),
    site: portal.address,
    people,
    clients: [{ partnerId, ...client }],
  });
  await turnOn(partnerId, { issuer: providers.issuer, ...client }, { domain });
  manager = await createManager(partnerId);
  const stored = await asStored(manager.id);
  const key = identityKey(partnerId, { issuer: providers.issuer, subject: 'hr-1' });
  await transact(...userChange(stored, { ...stored, identities: [{ partnerId, key }] }));
  memberId = `journey-${Date.now()}`;
  const directory = { userName: null, externalId: 'employee-2' };
  const member = someMember(memberId, partnerId, { email: `${memberId}@${domain}`, userId: null, directory });
  await transact(...memberChange(null, member), ...(await directoryWrites(null, member)));
  await createMemberUser(memberId);
});
afterAll(() => providers?.stop());

/** Enters an address of the company on the log-in page, and selects an account at the provider. */
async function logIn(page: Page, name: string): Promise<void> {
  const popup = page.getByRole('dialog', { name: 'Log in' });
  await popup.getByRole('textbox', { name: 'Username or email' }).fill(`${name.split(' ')[0]}@${domain}`);
  await page.keyboard.press('Enter');
  await selectAccount(page, name);
}

async function selectAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name: 'Company log-in' }).waitFor();
  await page.getByRole('radio', { name }).check();
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Ends the membership of the person by the partner's directory. */
async function deactivate(): Promise<number> {
  const response = await fetch(`${portal.address}/api/scim/v2/Users/${memberId}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${world.own.client.token}`,
      'content-type': 'application/scim+json',
    },
    body: JSON.stringify({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    }),
  });
  return response.status;
}

it('logs the HR manager in, and out at the provider', async () => {
  const page = await portal.visit('/?login=true');
  await logIn(page, 'Hana Reyes');
  await page.waitForURL(/\/partnermanager\//);
  await page.locator('.account-button').click();
  await page.getByText('Log out', { exact: true }).click();
  await page.getByRole('heading', { name: 'Log out of the company account?' }).waitFor();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${portal.address}/`);
  await page.context().close();
});

it('refuses a person who is not on the roster', async () => {
  const page = await portal.visit('/?login=true');
  await logIn(page, 'Ada Moe');
  await page.getByText('Your account is not on the roster of this employer').waitFor();
  expect(await page.locator('.account-button').count()).toBe(0);
  await page.context().close();
});

it('logs a member in by the external ID of the directory, and out with the next request after SCIM', async () => {
  const page = await portal.visit('/?login=true');
  await logIn(page, 'Otto Berg');
  await page.waitForURL(/\/member\//);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await deactivate()).toBe(200);
  const [me] = await Promise.all([
    page.waitForResponse((response) => response.url() === `${portal.address}/api${users.me.path}`),
    page.reload(),
  ]);
  expect(me.status()).toBe(401);
  await page.getByRole('dialog', { name: 'Log in' }).waitFor();
  await page.context().close();
});
