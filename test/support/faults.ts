import { AsyncLocalStorage } from 'node:async_hooks';
import { onTestFinished } from 'vitest';
import { client } from '../../functions/table/client.ts';
import { sized } from './sized.ts';

const writing = /Put|Update|Delete|TransactWrite|BatchWrite|AdminCreate|AdminSet|AdminAdd/;

/**
 * The process fails before the write is sent (`before`), or after it without receiving the response (`after`).
 */
export class ProcessDied extends Error {}

interface Stack {
  add: (middleware: unknown, options: { step: string; name: string; override: boolean }) => void;
  remove: (name: string) => boolean;
}

/**
 * Makes the n-th write (from 1) to the table, and to whatever other clients are given, die; every later call dies too,
 * as a dead process sends nothing. Returns how many writes were seen, and a way to stop.
 */
export function crashAtWrite(
  n: number,
  when: 'before' | 'after',
  otherClients: { middlewareStack: unknown }[] = [],
): { writes: () => number; revive: () => void } {
  let writes = 0;
  let dead = false;
  const middleware =
    (next: (request: unknown) => Promise<unknown>, context: { commandName?: string }) =>
    async (request: unknown): Promise<unknown> => {
      if (dead) throw new ProcessDied();
      if (!writing.test(context.commandName ?? '')) return next(request);
      writes += 1;
      if (writes !== n) return next(request);
      dead = true;
      if (when === 'after') await next(request);
      throw new ProcessDied();
    };
  const stacks = [client, ...otherClients].map(({ middlewareStack }) => middlewareStack as Stack);
  for (const stack of stacks) stack.add(middleware, { step: 'initialize', name: 'die', override: true });
  return {
    writes: () => writes,
    revive: () => stacks.forEach((stack) => stack.remove('die')),
  };
}

/** Crash points in `npm test`: a crash after one write leaves the same records as one before the next write. */
export const crashTimes = sized<readonly ('before' | 'after')[]>(['after'], ['before', 'after']);

/** Runs an action in a process that crashes at its n-th write. Returns false if it makes fewer writes. */
export async function crash(
  n: number,
  when: 'before' | 'after',
  action: () => Promise<unknown>,
  otherClients: { middlewareStack: unknown }[] = [],
): Promise<boolean> {
  const { writes, revive } = crashAtWrite(n, when, otherClients);
  try {
    await action();
  } catch (error) {
    if (writes() < n) throw error;
  } finally {
    revive();
  }
  return writes() >= n;
}

/** One worker among others in this process: the n-th write (from 1) that it makes is its last. */
interface Life {
  n: number;
  when: 'before' | 'after';
  writes: number;
  dead: boolean;
}
const lives = new AsyncLocalStorage<Life>();

/** Lets workers of `mortal` die at writes to the table and to whatever other clients are given. */
export function letWorkersDie(otherClients: { middlewareStack: unknown }[] = []): void {
  const middleware =
    (next: (request: unknown) => Promise<unknown>, context: { commandName?: string }) =>
    async (request: unknown): Promise<unknown> => {
      const life = lives.getStore();
      if (!life) return next(request);
      if (life.dead) throw new ProcessDied();
      if (!writing.test(context.commandName ?? '')) return next(request);
      life.writes += 1;
      if (life.writes !== life.n) return next(request);
      life.dead = true;
      if (life.when === 'after') await next(request);
      throw new ProcessDied();
    };
  for (const { middlewareStack } of [client, ...otherClients])
    (middlewareStack as Stack).add(middleware, { step: 'initialize', name: 'mortal', override: true });
}

/**
 * Runs a piece of work that dies at its n-th write while everything beside it lives on. Returns whether it died there,
 * and how many writes it began.
 */
export async function mortal(
  n: number,
  when: 'before' | 'after',
  work: () => Promise<unknown>,
): Promise<{ died: boolean; writes: number }> {
  const life: Life = { n, when, writes: 0, dead: false };
  await lives.run(life, async () => {
    try {
      await work();
    } catch (error) {
      if (!life.dead) throw error;
    }
  });
  return { died: life.dead, writes: life.writes };
}

/** Repeats the first response to each eventually consistent read until the end of the test. */
export function laggingReads(): void {
  const stack = client.middlewareStack as Stack;
  const first = new Map<string, object>();
  const middleware =
    (next: (request: { input: object }) => Promise<{ output: object }>, context: { commandName?: string }) =>
    async (request: { input: object }): Promise<{ output: object }> => {
      const params = JSON.stringify(request.input);
      const mayLag = /Get|Query/.test(context.commandName ?? '') && !params.includes('"ConsistentRead":true');
      if (!mayLag) return next(request);
      const output = first.get(params) ?? (await next(request)).output;
      first.set(params, output);
      return { output: structuredClone(output) };
    };
  stack.add(middleware, { step: 'initialize', name: 'lag', override: true });
  onTestFinished(() => void stack.remove('lag'));
}
