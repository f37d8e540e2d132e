import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { provision } from '../../infra/local/provision.ts';
import { users } from '../../shared/contracts/users.ts';
import { call } from '../support/call.ts';
import { createUser, password } from '../users/person.ts';
import { folderWithDemo, freePorts, freshFolder, startPortal } from '../support/portal.ts';

const signIn = async (address: string): Promise<string> => {
  const response = await fetch(`${address}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'admin@wellport.test', password: 'Wellport2026' }),
  });
  return (await response.json()).tokens.accessToken;
};

const newPartner = {
  id: 0,
  partnerIDNumber: 'START-1',
  name: 'Kept Over Night',
  usBankCode: 'U1',
  industry: 'Insurance',
  address1: '1 Main Street',
  city: 'Duluth',
  state: 'MN',
  zipCode: '55802',
  country: 'USA',
  firstName: 'Jo',
  lastName: 'Berg',
  contactNumber: '+16125550100',
  email: 'jo@lake.test',
};

describe('npm start', () => {
  it('stores data over a stop and a crash, and rejects tokens of another pool', async () => {
    const [port, data] = [await freePorts(), await folderWithDemo()];
    const first = await startPortal(port, data, '--built');
    expect(first.said()).toContain('admin@wellport.test');
    expect(await (await fetch(`${first.address}/api/healthcheck`)).text()).toBe('OK!');
    const authorization = `Bearer ${await signIn(first.address)}`;
    const saved = await fetch(`${first.address}/api/partners/save`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(newPartner),
    });
    expect(saved.status).toBe(200);
    expect(await first.stop()).toBe(0);
    await expect(fetch(first.mailbox)).rejects.toThrow();

    const second = await startPortal(port, data, '--built');
    await second.kill();
    const third = await startPortal(port, data, '--built');
    const list = (token: string) =>
      fetch(`${third.address}/api/partners/list?filter=kept`, { headers: { authorization: token } });
    expect(await (await list(authorization)).json()).toMatchObject({ items: [{ name: newPartner.name }] });

    await provision();
    const { email } = await createUser({ role: 'systemAdmin' });
    const login = await call(users.login, undefined, { body: { userName: email, password } });
    const token = String(login.body.tokens.accessToken);
    expect((await list(`Bearer ${token}`)).status).toBe(401);
    expect((await list(`${authorization.slice(0, -4)}AAAA`)).status).toBe(401);
    await third.stop();
  });

  it('loads a stored copy of the demo data into a second folder, and logs in with the first page', async () => {
    // stores the copy unless an earlier run of the day has
    const first = await startPortal(await freePorts(), freshFolder());
    // a page is served while the data load, and its requests wait for them
    expect(first.said()).toMatch(/The site is at .*\n(Loading demo data.*\n)*\nWellport is ready/);
    await first.stop();
    const [port, data] = [await freePorts(), freshFolder()];
    const started = startPortal(port, data);
    const address = `http://localhost:${port}`;
    let isOpen = false;
    while (!isOpen) isOpen = (await fetch(address).catch(() => undefined))?.ok ?? false;
    expect(await signIn(address)).toContain('.');
    const portal = await started;
    expect(portal.said()).not.toContain('Loading demo data');
    const emails = readFileSync(join(data, 'mail.jsonl'), 'utf8');
    expect(new Set(emails.match(/localhost:\w+/g))).toEqual(new Set([`localhost:${port}`]));
    await portal.stop();
  });

  it('reports a used port in one sentence', async () => {
    const port = await freePorts();
    const other = createServer().listen(port, '127.0.0.1');
    await expect(startPortal(port, freshFolder(), '--built')).rejects.toThrow(
      new RegExp(`Port ${port} \\(site\\) is taken\\. .*--port ${port + 100}\\s*$`),
    );
    other.close();
  });

  it('reports a damaged data folder in one sentence', async () => {
    const data = freshFolder();
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'table.sqlite'), 'this is no database');
    await expect(startPortal(await freePorts(), data, '--built')).rejects.toThrow(
      /does not start\. Your data in .* is unchanged/s,
    );
  });
});
