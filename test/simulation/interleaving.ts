import { AsyncLocalStorage } from 'node:async_hooks';

interface Waiting {
  task: number;
  proceed: () => void;
}

/**
 * Runs tasks concurrently in an order that depends only on `random`: every task waits before each call to a service, and
 * when all of them wait, one continues. A version that a task does not check can therefore change between any two of its
 * calls. Each task is a process of its own: `onSwitch` forgets what another one keeps in memory, above all a read in
 * progress, for which this task would wait forever.
 */
export class Interleaving {
  private readonly tasks = new AsyncLocalStorage<(proceed: () => void) => void>();
  private readonly random: () => number;
  private readonly onSwitch: () => void;

  constructor(random: () => number, onSwitch: () => void) {
    this.random = random;
    this.onSwitch = onSwitch;
  }

  /** Waits for the turn of the current task; returns at once outside of concurrent tasks. */
  async turn(): Promise<void> {
    const wait = this.tasks.getStore();
    if (wait) await new Promise<void>(wait);
  }

  /** True within a concurrent task. */
  get isActive(): boolean {
    return this.tasks.getStore() !== undefined;
  }

  async run(tasks: readonly (() => Promise<void>)[]): Promise<void> {
    // a concurrent task is not divided further
    if (this.isActive) {
      for (const task of tasks) await task();
      return;
    }
    const waiting: Waiting[] = [];
    const running = new Set<number>();
    const errors: unknown[] = [];
    const start = async (task: () => Promise<void>, index: number) => {
      running.add(index);
      try {
        await this.tasks.run((proceed) => void waiting.push({ task: index, proceed }), task);
      } catch (error) {
        errors.push(error);
      } finally {
        running.delete(index);
      }
    };
    const ended: Promise<void>[] = [];
    let latest = 0;
    const switchTo = (index: number) => {
      if (index !== latest) this.onSwitch();
      latest = index;
    };
    for (const [index, task] of tasks.entries()) {
      switchTo(index);
      ended.push(start(task, index));
      await settled(running, waiting);
    }
    while (running.size > 0) {
      const [next] = waiting.splice(Math.floor(this.random() * waiting.length), 1);
      if (next) switchTo(next.task);
      next?.proceed();
      await settled(running, waiting);
    }
    await Promise.all(ended);
    if (errors.length > 0) throw errors[0];
  }
}

/** Resolves when every running task waits; tasks may do work of their own that takes several turns of the event loop. */
async function settled(running: ReadonlySet<number>, waiting: readonly Waiting[]): Promise<void> {
  do await new Promise(setImmediate);
  while ([...running].some((index) => !waiting.some(({ task }) => task === index)));
}
