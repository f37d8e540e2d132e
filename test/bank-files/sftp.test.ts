import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environmentBankSettings } from '../../functions/table/bank-settings.ts';
import { sftpDelivery } from '../../functions/bank-files/sending/delivery.ts';
import { loadBankFile } from '../../functions/bank-files/store.ts';
import { takeArrivalsHandler as takeArrivals } from '../../functions/bank-files/handlers/received.ts';
import { now } from '../../functions/platform/clock.ts';
import { putFile } from '../../functions/platform/files.ts';
import { sha256 } from '../../functions/platform/digest.ts';
import { bankRoutes, serverFolders } from '../../infra/local/bank/bank-routes.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { bankSettings } from '../../shared/bank-files/bank-settings.ts';
import { call } from '../support/call.ts';
import { startOpenSsh, startSilentServer, type SshServer } from './openssh.ts';
import { statusesOf } from './received.ts';
import {
  check,
  finishEverything,
  givenPayments,
  outboxNames,
  send,
  setClock,
  threePayments,
  useBankWorld,
} from './runs.ts';
import { defined } from '../support/defined.ts';

// Uses a real OpenSSH server that the test starts as a process.
let server: SshServer;
let secretsFile: string;
beforeAll(async () => {
  server = await startOpenSsh();
  // this process has all secrets and the key at the bank
  const secrets = JSON.parse(readFileSync(process.env.SECRETS_FILE ?? '', 'utf8'));
  secretsFile = join(server.folder, '..', 'secrets.json');
  writeFileSync(secretsFile, JSON.stringify({ ...secrets, bankSftpKey: server.ourKey }));
  process.env.SECRETS_FILE = secretsFile;
});
// after the secrets, which are read once
const world = useBankWorld();
afterAll(() => server.stop());

const sftpOf = (change: object = {}) => {
  const { port, hostKey, user } = server;
  const sftp = { host: '127.0.0.1', port, user, hostKey, outgoing: 'out', incoming: 'in', ...change };
  return defined(bankSettings.shape.sftp.parse(sftp));
};
const deliveryTo = (change: object = {}, timeoutMs = 20_000) => sftpDelivery(sftpOf(change), timeoutMs);
const atBank = () => readdirSync(join(server.folder, 'out')).toSorted();
const bytesAtBank = (name: string) => readFileSync(join(server.folder, 'out', name));
const text = 'x'.repeat(94 * 40);

let number = 0;
const newFile = () => ({ name: `file-${(number += 1)}.ach`, text, attempt: 1 });
const last = (file: { name: string; attempt: number }, isOver = true) => ({ ...file, isOver });

describe('a bank’s SFTP server', () => {
  it('receives a complete file under its name, and nothing under another name', async () => {
    const delivery = deliveryTo();
    const file = newFile();
    expect(await delivery.look(file.name)).toBeUndefined();
    expect(await delivery.isNeverSent(last(file))).toBe(true);
    expect(await delivery.put(file)).toBe(sha256(text));
    expect(bytesAtBank(file.name).toString()).toBe(text);
    expect(await delivery.look(file.name)).toBe(sha256(text));
    expect(atBank()).toEqual([file.name]);
    expect(await outboxNames()).toContain(file.name);
  });

  it('receives an attempt once, and no file is ever replaced', async () => {
    const delivery = deliveryTo();
    const file = newFile();
    await delivery.put(file);
    rmSync(join(server.folder, 'out', file.name));
    // fetched by the bank: a repeated attempt would be a second file
    await expect(delivery.put(file)).rejects.toThrow('begun before');
    expect(await delivery.isNeverSent(last(file))).toBe(false);
    writeFileSync(join(server.folder, 'out', file.name), 'another file');
    await expect(delivery.put({ ...file, attempt: 2 })).rejects.toThrow();
    expect(bytesAtBank(file.name).toString()).toBe('another file');
    expect(await delivery.look(file.name)).toBe(sha256('another file'));
  });

  it('receives nothing if its key is not the pinned one', async () => {
    const delivery = deliveryTo({ hostKey: `SHA256:${'A'.repeat(43)}` });
    const file = newFile();
    await expect(delivery.put(file)).rejects.toThrow('another host key');
    expect(await deliveryTo().isNeverSent(last(file))).toBe(true);
  });

  it('received nothing if it refuses the connection or our login', async () => {
    const file = newFile();
    await expect(deliveryTo({ port: 1 }).put(file)).rejects.toThrow('ECONNREFUSED');
    await expect(deliveryTo({ user: 'nobody-here' }).put(file)).rejects.toThrow('authentication');
    expect(await deliveryTo().isNeverSent(last(file))).toBe(true);
  });

  it('is disconnected after a timeout if it does not respond', async () => {
    const silent = await startSilentServer();
    const file = newFile();
    await expect(deliveryTo({ port: silent.port }, 300).put(file)).rejects.toThrow('in time');
    silent.stop();
    expect(await deliveryTo().isNeverSent(last(file))).toBe(true);
  });

  it('with a full disk keeps a part under the temporary name; the next attempt is complete', async () => {
    const full = await startOpenSsh({ fullAt: 1024 });
    try {
      const there = { port: full.port, hostKey: full.hostKey, outgoing: join(full.folder, 'out') };
      writeFileSync(secretsFile, readFileSync(secretsFile, 'utf8').replace(server.ourKey, full.ourKey));
      setClock(new Date(now().getTime() + 3_600_000).toISOString());
      const file = newFile();
      await expect(deliveryTo(there).put(file)).rejects.toThrow();
      expect(readdirSync(join(full.folder, 'out'))).toEqual([`${file.name}.part`]);
      // no new attempt is allowed until the previous one can no longer arrive
      expect(await deliveryTo(there).isNeverSent(last(file, false))).toBe(false);
      expect(await deliveryTo(there).isNeverSent(last(file))).toBe(true);
    } finally {
      writeFileSync(secretsFile, readFileSync(secretsFile, 'utf8').replace(full.ourKey, server.ourKey));
      setClock(new Date(now().getTime() + 3_600_000).toISOString());
      await full.stop();
    }
    const again = newFile();
    writeFileSync(join(server.folder, 'out', `${again.name}.part`), 'a part');
    expect(await deliveryTo().put({ ...again, attempt: 2 })).toBe(sha256(text));
    expect(atBank()).not.toContain(`${again.name}.part`);
  });
});

describe('files from the bank', () => {
  it('are received once from its server and the bucket, and a rejected file blocks no others', async () => {
    defined(environmentBankSettings).sftp = sftpOf();
    const put = (name: string, bytes: string) => writeFileSync(join(server.folder, 'in', name), bytes);
    put('not-ready.part', 'half of it');
    put('empty.ach', '');
    put('hello.txt', 'a file by SFTP');
    await putFile('files', 'bank/incoming/returns.ach', 'a file by bucket', 'text/plain');
    for (let turn = 0; turn < 2; turn += 1) await takeArrivals();
    const { body } = await call(bankFiles.listReceived, world.admin, {});
    expect(body.items.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'hello.txt',
      'returns.ach',
    ]);
    put('hello.txt', 'another file under the same name');
    await takeArrivals();
    expect((await call(bankFiles.listReceived, world.admin, {})).body.items).toHaveLength(3);
  });
});

describe('a bank file by SFTP', () => {
  const settings = defined(environmentBankSettings);
  beforeEach(() => {
    for (const name of atBank()) rmSync(join(server.folder, 'out', name));
  });

  const sent = async (period: string) => {
    setClock(`${period.slice(0, 4)}-${period.slice(4)}-11T15:00:00Z`);
    const payments = threePayments(period);
    await givenPayments(payments);
    const { body: checked } = await check(world.admin, period);
    const { body } = await send(world.admin, period, checked.hash);
    await finishEverything();
    return { payments, name: body.files[0].name, id: body.files[0].id };
  };

  it('is sent once, and its payments are Submitted', async () => {
    settings.sftp = sftpOf();
    const { payments, name, id } = await sent('209201');
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
    expect(atBank()).toEqual([name]);
    const { fileHash, status } = await loadBankFile(id);
    expect([status, sha256(bytesAtBank(name))]).toEqual(['submitted', fileHash]);
  });

  it('to a server with another key is Unknown with the cause, and is sent after the key matches', async () => {
    settings.sftp = sftpOf({ hostKey: `SHA256:${'A'.repeat(43)}` });
    const { payments, name, id } = await sent('209202');
    expect(await loadBankFile(id)).toMatchObject({
      status: 'unknown',
      reason: expect.stringContaining('unexpected host key'),
    });
    expect(atBank()).toEqual([]);
    settings.sftp = sftpOf();
    await finishEverything();
    expect(atBank()).toEqual([name]);
    expect(await statusesOf(payments)).toEqual([2, 2, 2]);
  });

  it('gets replies from the simulated bank through the folders of the server', async () => {
    settings.sftp = sftpOf();
    const { payments, id } = await sent('209204');
    const bank = bankRoutes({
      load: (path) => import(pathToFileURL(resolve(path.slice(1))).href),
      folder: join(server.folder, '..', 'drawer'),
      folders: serverFolders(join(server.folder, 'out'), join(server.folder, 'in')),
    });
    const body = new URLSearchParams({ file: id, action: 'acknowledge' }).toString();
    const request = { method: 'POST', body, headers: { host: 'localhost' } };
    expect((await bank.request('http://localhost/local/bank', request)).status).toBe(303);
    await finishEverything();
    expect(await statusesOf(payments)).toEqual([1, 1, 1]);
  });

  it('is never sent twice if the bank fetched it before we confirmed it', async () => {
    settings.sftp = sftpOf();
    const { name } = await sent('209203');
    const delivery = sftpDelivery(sftpOf(), 20_000);
    rmSync(join(server.folder, 'out', name));
    expect(await delivery.isNeverSent({ name, attempt: 1, isOver: true })).toBe(false);
    expect(await delivery.isNeverSent({ name, attempt: 2, isOver: true })).toBe(true);
  });
});
