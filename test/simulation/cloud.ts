import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { seeded } from '../../infra/local/demo/seed.ts';
import { dateInChicago } from '../../shared/calendar.ts';
import { beginNewProcess } from '../../functions/platform/process-memory.ts';
import { useRowParser } from '../../functions/table/table.ts';
import { playTimeAndChance } from '../../functions/platform/time-and-chance.ts';
import { conflict, isBankFile, isWrite, noFaults, serviceFailure, timeout, type Faults } from './faults.ts';
import { Interleaving } from './interleaving.ts';
import { parserOfFrozenRows } from './parsed-rows.ts';
import { usePlainFont } from './plain-font.ts';
import { MemoryTable } from '../support/memory/memory-table.ts';
import { MemoryPool } from '../support/memory/memory-pool.ts';
import {
  MemoryFiles,
  MemoryMessages,
  tableService,
  type Service,
} from '../support/memory/memory-services.ts';
import { serveRequests } from '../support/memory/requests.ts';

/** Rejects addresses that begin with "refused". */
const refusing = ({ SendEmail, ...service }: Service): Service => ({
  ...service,
  SendEmail: (email: never) => {
    const { ToAddresses } = (email as { Destination: { ToAddresses: string[] } }).Destination;
    if (ToAddresses[0]?.startsWith('refused'))
      throw Object.assign(new Error('Illegal address'), { name: 'BadRequestException' });
    return SendEmail?.(email);
  },
});

/** The process of one invocation ends at a write; everything it would do later does not happen. */
class ProcessEnded extends Error {}

interface Invocation {
  name: string;
  /** Writes until the process ends; Infinity for a process without faults. */
  writesLeft: number;
  /** Whether the last write is still carried out. */
  endsAfter: boolean;
  ended: boolean;
  /** Milliseconds by which the clock of the process differs. */
  skew: number;
}

/**
 * The portal's cloud in memory: table, files, queues, email, user pool, and clock. Everything that happens depends only on
 * the seed.
 */
export class Cloud {
  readonly table = new MemoryTable();
  readonly files = new MemoryFiles();
  readonly messages = new MemoryMessages(
    () => dateInChicago(this.now),
    () => this.now.getTime(),
  );
  readonly random: () => number;
  readonly pool: MemoryPool;
  /** Number of calls to a service. */
  calls = 0;
  faults: Faults = noFaults;
  private milliseconds: number;
  private readonly chance: () => number;
  private readonly invocations = new AsyncLocalStorage<Invocation>();
  private readonly interleaving: Interleaving;
  private ids = 0;
  private calmUntil = 0;

  constructor(seed: number, start: string) {
    this.random = seeded(seed).next;
    this.chance = seeded(seed ^ 0x5bd1e995).next;
    this.interleaving = new Interleaving(this.random, beginNewProcess);
    this.milliseconds = Date.parse(start);
    this.pool = new MemoryPool(
      () => `user-${++this.ids}`,
      () => this.milliseconds,
    );
    this.table.lag = () => Math.floor(this.random() * (this.faults.maxLag + 1));
  }

  get now(): Date {
    return new Date(this.milliseconds);
  }

  /** Moves the clock forward to an instant. */
  moveTo(instant: string): void {
    this.milliseconds = Math.max(this.milliseconds, Date.parse(instant));
  }

  /** Replaces the clients' calls, the clock, and randomness. Returns a function that restores them. */
  install(): () => void {
    const services: Record<string, Service> = {
      DynamoDBClient: tableService(this.table),
      S3Client: this.files.service,
      SESv2Client: refusing(this.messages.emailService),
      SQSClient: this.messages.queueService,
      CognitoIdentityProviderClient: this.pool.service,
    };
    const restore = [
      usePlainFont(),
      useRowParser(parserOfFrozenRows()),
      serveRequests((client, command, input) => this.serve(services[client]?.[command], command, input), {
        directly: true,
      }),
      playTimeAndChance({
        milliseconds: () => this.milliseconds + (this.invocations.getStore()?.skew ?? 0),
        wait: async (milliseconds) => void (this.milliseconds += Math.ceil(milliseconds)),
        holdBack: async () => {},
        endAfter: () => new AbortController().signal,
        bytes: (count) => Buffer.from(Array.from({ length: count }, () => Math.floor(this.chance() * 256))),
      }),
    ];
    return () => restore.forEach((undo) => undo());
  }

  private async serve(run: Service[string] | undefined, name: string, input: never): Promise<unknown> {
    if (!run) throw new Error(`the simulated cloud does not support ${name}`);
    if (this.interleaving.isActive) await this.interleaving.turn();
    return this.call(name, () => run(input), isBankFile(name, input));
  }

  private call(name: string, run: () => unknown, sendsFile = false): unknown {
    const invocation = this.invocations.getStore();
    if (invocation?.ended) throw new ProcessEnded();
    this.calls += 1;
    if (sendsFile && this.random() < this.faults.lostFiles) {
      if (this.random() < 0.5) run();
      throw timeout();
    }
    if (invocation && this.calls > this.calmUntil && this.random() < this.faults.failures) {
      // three failures in a row end a job by design
      this.calmUntil = this.calls + 500;
      throw serviceFailure();
    }
    if (!isWrite(name)) return run();
    if (name === 'TransactWriteItems' && this.random() < this.faults.conflicts) throw conflict();
    if (invocation && --invocation.writesLeft < 0) {
      invocation.ended = true;
      if (invocation.endsAfter) run();
      throw new ProcessEnded();
    }
    const result = run();
    if (this.random() < this.faults.timeouts) throw timeout();
    return result;
  }

  /** Runs tasks concurrently if the faults include races, otherwise one after another. */
  async concurrently(tasks: readonly (() => Promise<void>)[]): Promise<void> {
    if (this.faults.races > 0) await this.interleaving.run(tasks);
    else for (const task of tasks) await task();
  }

  /** Waits while concurrent tasks make a number of calls to services, from 0 to below `most`. */
  async waitForCalls(most: number): Promise<void> {
    for (let left = Math.floor(this.random() * most); left > 0; left--) await this.interleaving.turn();
  }

  get isRacing(): boolean {
    return this.interleaving.isActive;
  }

  /** Returns true, with the probability of races, outside of concurrent tasks. */
  mayRace(): boolean {
    return !this.interleaving.isActive && this.random() < this.faults.races;
  }

  /** Runs an invocation of a Lambda function, which may end at any write. Returns undefined if it ended. */
  async invoke<Result>(name: string, run: () => Promise<Result>): Promise<Result | undefined> {
    const ends = this.random() < this.faults.ends;
    const invocation: Invocation = {
      name,
      // most processes end early, and some after dozens of writes
      writesLeft: ends ? Math.floor(-8 * Math.log(1 - this.random())) : Infinity,
      endsAfter: this.random() < 0.5,
      ended: false,
      skew: this.random() < this.faults.skews ? Math.floor((this.random() - 0.5) * 240_000) : 0,
    };
    try {
      const result = await this.invocations.run(invocation, run);
      return invocation.ended ? undefined : result;
    } catch (error) {
      if (invocation.ended) return undefined;
      throw error;
    } finally {
      if (invocation.ended) beginNewProcess();
    }
  }

  /** SHA-256 of all items, files, users, and emails. */
  digest(): string {
    const hash = createHash('sha256');
    for (const item of this.table.all()) hash.update(JSON.stringify(item));
    for (const [name, bytes] of [...this.files.files].toSorted(([a], [b]) => (a < b ? -1 : 1)))
      hash.update(name).update(bytes);
    const emails = this.messages.emails.map(({ to, subject, text, date }) => ({ to, subject, text, date }));
    hash.update(JSON.stringify([[...this.pool.users.values()], emails]));
    return hash.digest('hex');
  }
}
