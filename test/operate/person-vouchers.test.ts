import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { client, tableName } from '../../functions/table/client.ts';
import { transact } from '../../functions/table/transact.ts';
import { archiveVisitsHandler as archive } from '../../functions/visits/handlers/visits.ts';
import { visitAdded } from '../../functions/visits/store.ts';
import { erasePersonNow, exportPerson } from '../../infra/operate/person-commands.ts';
import { vouchers } from '../../shared/contracts/vouchers.ts';
import { call } from '../support/call.ts';
import { resetClockAfterEach, setClock } from '../support/clock.ts';
import { runJob, waitingJobs } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';
import {
  freshAddress,
  freshProgram,
  programOf,
  recipientsFile,
  upload,
  vouchersOf,
} from '../vouchers/programs.ts';

const now = new Date('2026-07-01T12:00:00Z');
const world = useWorld();
// within the program
beforeEach(() => setClock(now.toISOString()));
resetClockAfterEach();

async function sentTo(...addresses: string[]): Promise<string> {
  const id = await draftedFor(...addresses);
  const { version } = await programOf(world.admin, id);
  const { body } = await call(vouchers.publish, world.admin, {
    params: { voucherProgramID: id },
    body: { version },
  });
  await runJob(body.jobId);
  return id;
}

async function draftedFor(...addresses: string[]): Promise<string> {
  const id = await freshProgram(world.admin);
  const rows = addresses.map((address) => [address, 'Petronella Quist']);
  const { body } = await upload(world.admin, id, await recipientsFile(rows, ['Email', 'Name']));
  await runJob(body.jobId);
  return id;
}

const voidAll = async (program: string) => {
  for (const { id: voucherId = '', version } of await vouchersOf(world.admin, program))
    await call(vouchers.void, world.admin, {
      params: { voucherId },
      body: { reason: 'The person asked for it.', version },
    });
};

async function rowsThatSay(text: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { Items = [] } of paginateScan({ client }, { TableName: tableName() }))
    for (const row of Items)
      if (JSON.stringify(row).toLowerCase().includes(text.toLowerCase())) found.push(row.entity ?? row.sk);
  return found;
}

async function exported(named: string): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-export-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await exportPerson(named, folder, now);
  const [into = ''] = readdirSync(folder);
  return Object.fromEntries(
    readdirSync(join(folder, into)).map((name) => [name, readFileSync(join(folder, into, name), 'utf8')]),
  );
}

it('exports the vouchers of a recipient who is not a member, and erases them once they are closed', async () => {
  const [address, other] = [freshAddress(), `x${freshAddress()}`];
  const sent = await sentTo(address, other);
  const drafted = await draftedFor(address);

  const { 'vouchers.json': text = '', ...rest } = await exported(address.toUpperCase());
  expect(Object.keys(rest)).toEqual([]);
  const kept: Record<string, unknown>[] = JSON.parse(text);
  expect(kept.map(({ status, metadata }) => [status, metadata])).toEqual(
    expect.arrayContaining([
      ['sent', { Name: 'Petronella Quist' }],
      ['draft', { Name: 'Petronella Quist' }],
    ]),
  );
  expect(kept).toHaveLength(2);
  expect(text).toContain('person exported');
  expect(text).not.toContain('tokenHash');

  await expect(erasePersonNow(address, now)).rejects.toThrow(
    /a valid voucher of the program .*Nothing was changed/,
  );
  await upload(world.admin, drafted, await recipientsFile([[freshAddress()]])).then(({ body }) =>
    runJob(body.jobId),
  );
  await expect(erasePersonNow(address, now)).rejects.toThrow(/a valid voucher of the program/);
  await voidAll(sent);
  expect(await erasePersonNow(address, now)).toContain('0 memberships, 1 voucher.');

  expect(await rowsThatSay(address)).toEqual([]);
  const left = await vouchersOf(world.admin, sent);
  expect(left.map(({ recipientEmail }) => recipientEmail)).toEqual([
    expect.stringMatching(/^erased-.*@erased\.invalid$/),
    other,
  ]);
  expect([left[0]?.status, left[0]?.recipientMetaDataDictionary]).toEqual(['void', {}]);
  await expect(exported(address)).rejects.toThrow('No person found');
});

it("exports a member's archived visits", async () => {
  const { id, email } = world.own.member;
  const visit = {
    partnerId: '1',
    facilityId: world.facility.id,
    facilityName: world.facility.name,
    version: 0,
  };
  const named = { memberName: 'Ann Lund', memberLastName: 'Lund', time: '18:05', periodId: '202308' };
  for (const memberId of [id, 'SOMEBODY-ELSE'])
    await transact(...visitAdded({ ...visit, ...named, memberId, date: '2023-08-04' }));
  const known = waitingJobs.length;
  await archive({ time: '2025-11-02T10:30:00Z' });
  for (const job of waitingJobs.slice(known)) await runJob(job);
  const files = await exported(email);
  expect(JSON.parse(files['membership-1-earlier-visits.json'] ?? '[]')).toEqual([
    {
      memberId: id,
      partnerId: '1',
      facilityId: world.facility.id,
      date: '2023-08-04',
      time: '18:05',
      notCounted: null,
    },
  ]);
});
