import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { takeArrivalsHandler as takeArrivals } from '../../functions/bank-files/handlers/received.ts';
import { now } from '../../functions/platform/clock.ts';
import { hasFile, putFile, s3 } from '../../functions/platform/files.ts';
import { client } from '../../functions/table/client.ts';
import { bankFiles } from '../../shared/contracts/bank-files.ts';
import { call } from '../support/call.ts';
import { crashAtWrite, ProcessDied } from '../support/faults.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const runSchedule = () => takeArrivals({ time: now().toISOString() });

async function commandsOf(work: () => Promise<unknown>): Promise<string[]> {
  const commands: string[] = [];
  const note = (next: (request: never) => Promise<never>, context: { commandName?: string }) => {
    return (request: never) => {
      commands.push(context.commandName ?? '');
      return next(request);
    };
  };
  const stacks = [s3, client].map(({ middlewareStack }) => middlewareStack as unknown as Stack);
  for (const stack of stacks) stack.add(note, { step: 'initialize', name: 'note' });
  await work();
  for (const stack of stacks) stack.remove('note');
  return commands;
}

interface Stack {
  add: (middleware: unknown, options: { step: string; name: string }) => void;
  remove: (name: string) => boolean;
}

function failRemovals() {
  const deletions: object[] = [];
  const stack = s3.middlewareStack as unknown as Stack;
  stack.add(
    (next: (request: { input: object }) => Promise<never>, context: { commandName?: string }) =>
      (request: { input: { Key?: string; IfMatch?: string } }) => {
        if (context.commandName !== 'DeleteObjectCommand') return next(request);
        const { Key, IfMatch } = request.input;
        deletions.push({ Key, IfMatch });
        throw new Error('no removal');
      },
    { step: 'initialize', name: 'no removal' },
  );
  return { requests: deletions, restore: () => stack.remove('no removal') };
}

describe('a file in the bucket', () => {
  it('of 50 MB is rejected once and does not block other files', async () => {
    await putFile('files', 'bank/incoming/a-large.ach', Buffer.alloc(50_000_000, '6'), 'text/plain');
    await putFile(
      'files',
      'bank/incoming/b-small.ach',
      readFileSync('test/bank-files/samples/09-returns-R01-R03.valid.ach', 'latin1'),
      'text/plain',
    );
    // the first worker dies before it records the rejection, and the next starts with the same file
    const worker = crashAtWrite(2, 'before', [s3]);
    await expect(runSchedule()).rejects.toThrow(ProcessDied);
    worker.revive();
    for (let turn = 0; turn < 2; turn += 1) await runSchedule();
    const { body } = await call(bankFiles.listReceived, world.admin, { query: { pageSize: 40 } });
    const names = (body.items as { name: string }[]).map(({ name }) => name);
    expect(names.filter((name) => name === 'b-small.ach')).toHaveLength(1);
    expect(names).not.toContain('a-large.ach');
    expect(await hasFile('files', 'bank/refused/a-large.ach')).toBe(true);
    for (const { id } of await allRunningJobs()) await runJob(id);
  });

  it('requires no requests after it was received, regardless of the number of files', async () => {
    const put = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, index) =>
          putFile('files', `bank/incoming/old-${from + index}.txt`, `old ${from + index}`, 'text/plain'),
        ),
      );
    const counted = () => commandsOf(runSchedule);
    await put(0, 1);
    const sample = await counted();
    await put(1, 13);
    await runSchedule();
    expect(await counted()).toEqual(['ListObjectsV2Command']);
    await put(13, 14);
    expect(await counted()).toEqual(sample);
  });

  it('is not received again if a worker could not delete it, and a newer file of the same name remains', async () => {
    const name = 'bank/incoming/twice.txt';
    await putFile('files', name, 'the first', 'text/plain');
    const removals = failRemovals();
    await expect(runSchedule()).rejects.toThrow('no removal');
    removals.restore();
    const calls = await commandsOf(runSchedule);
    expect(calls).toEqual(['ListObjectsV2Command', 'BatchGetItemCommand', 'DeleteObjectCommand']);
    expect(removals.requests).toEqual([{ Key: name, IfMatch: expect.stringMatching(/^"[0-9a-f]{32}"$/) }]);
    expect(await hasFile('files', name)).toBe(false);
  });
});
