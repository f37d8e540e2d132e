import * as z from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import { beginJob } from '../../functions/jobs/begin.ts';
import { defineJob } from '../../functions/jobs/job-kind.ts';
import { loadJob, refusedRowsOf } from '../../functions/jobs/store.ts';
import { jobKinds, runJobSteps } from '../../functions/workers/job-runner.ts';
import { putOnce } from '../../functions/table/change.ts';
import { keys } from '../../functions/table/keys.ts';
import { countOf } from '../../functions/table/list.ts';
import { transact } from '../../functions/table/transact.ts';
import { Refusal } from '../../shared/refusal.ts';
import { jobs } from '../../shared/contracts/jobs.ts';
import { call } from '../support/call.ts';
import { crash, crashTimes } from '../support/faults.ts';
import { allRunningJobs, runJob } from '../support/jobs.ts';
import { useWorld } from '../support/world.ts';

const size = 23;
const at = new Date('2026-11-20T12:00:00Z');

const counting = defineJob({
  input: z.object({ name: z.string() }),
  cursor: z.int().default(0),
  step: async ({ input, cursor: from }) => {
    const to = Math.min(size, from + 5);
    const numbers = Array.from({ length: to - from }, (_, index) => from + index);
    const good = numbers.filter((number) => number % 7 !== 0);
    return {
      changes: good.flatMap((number) => [
        putOnce({ ...keys.unique(`counted-${input.name}`, String(number)) }),
        { count: keys.count(`COUNTED#${input.name}`), by: 1 },
      ]),
      refusedRows: numbers
        .filter((number) => number % 7 === 0)
        .map((line) => ({ line, reason: 'A seventh.', code: 'invalid' as const, cells: {} })),
      done: numbers.length,
      tally: { uploaded: good.length, failed: numbers.length - good.length },
      next: to === size ? null : to,
      message: `${to} counted.`,
    };
  },
});

const world = useWorld();
beforeAll(async () => {
  jobKinds['key fobs'] = counting;
});

const begin = (name: string) =>
  beginJob(
    { id: `job-${name}`, kind: 'key fobs', input: { name }, total: size, message: 'Counting.' },
    { userId: world.own.manager.id },
    at,
  );

const finished = { status: 'done', done: size, tally: { uploaded: 19, failed: 4 } };

describe('a job', () => {
  it('runs its steps to the end and reports the result', async () => {
    await begin('plain');
    expect(await runJob('job-plain')).toMatchObject(finished);
    expect(await countOf('COUNTED#plain')).toBe(19);
    const { body } = await call(jobs.get, world.own.manager, { params: { jobId: 'job-plain' } });
    expect(body).toMatchObject({
      status: 'done',
      done: size,
      total: size,
      result: { uploaded: 19, failed: 4 },
    });
    expect(body.result.rows.map(({ line }: { line: number }) => line)).toEqual([0, 7, 14, 21]);
  });

  it('counts each step once, regardless of where and how often the worker crashes', async () => {
    for (const when of crashTimes)
      for (let write = 1; write <= 5; write++) {
        const name = `dies-${when}-${write}`;
        await begin(name);
        expect(await crash(write, when, () => runJobSteps(`job-${name}`, () => Infinity))).toBe(true);
        expect(await runJob(`job-${name}`), name).toMatchObject(finished);
        expect(await countOf(`COUNTED#${name}`), name).toBe(19);
        expect(await refusedRowsOf(`job-${name}`), name).toHaveLength(4);
      }
  });

  it('can be run by two workers concurrently', async () => {
    await begin('twice');
    await Promise.all([runJobSteps('job-twice', () => Infinity), runJobSteps('job-twice', () => Infinity)]);
    expect(await loadJob('job-twice')).toMatchObject(finished);
    expect(await countOf('COUNTED#twice')).toBe(19);
  });

  it('requests another run when its time is up', async () => {
    await begin('short');
    let turns = 0;
    expect(await runJobSteps('job-short', () => (turns++ < 2 ? 20_000 : 0))).toBe('more');
    expect(await loadJob('job-short')).toMatchObject({ status: 'running', done: 10 });
    expect((await allRunningJobs()).map(({ id }) => id)).toContain('job-short');
    expect(await runJob('job-short')).toMatchObject(finished);
  });

  it('fails after three consecutive failed steps, keeps completed work, and reports it', async () => {
    jobKinds['key fobs'] = defineJob({
      input: z.unknown(),
      cursor: z.undefined(),
      step: () => Promise.reject(new Error('broken')),
    });
    await begin('broken');
    expect(await runJob('job-broken')).toMatchObject({ status: 'failed', done: 0 });
    expect((await loadJob('job-broken'))?.message).toContain('stopped after 0 of 23');
    jobKinds['key fobs'] = counting;
  });

  it('retries a step after a lost race and does not count it as a failure', async () => {
    const numbers: number[] = [];
    jobKinds['key fobs'] = defineJob({
      input: z.unknown(),
      cursor: z.undefined(),
      step: async () => {
        const number = numbers.length;
        const name = keys.unique('raced', String(number));
        numbers.push(number);
        // another process takes the name between read and write
        if (number < 5) await transact(putOnce({ ...name }));
        const changes = [putOnce({ ...name }, new Refusal('conflict', 'Taken.'))];
        return { changes, done: size, next: null, message: 'Done.' };
      },
    });
    await begin('raced');
    expect(await runJob('job-raced')).toMatchObject({ status: 'done', failures: 0, done: size });
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5]);
    jobKinds['key fobs'] = counting;
  });

  it('is visible to the user who started it and to administrators', async () => {
    const params = { params: { jobId: 'job-plain' } };
    expect((await call(jobs.get, world.admin, params)).status).toBe(200);
    expect((await call(jobs.get, world.other.manager, params)).status).toBe(403);
  });
});
