import type { APIGatewayProxyStructuredResultV2, SQSEvent } from 'aws-lambda';
import { issueProof } from '../../functions/users/store.ts';
import { keys } from '../../functions/table/keys.ts';
import type { User } from '../../functions/users/user.ts';
import { handlerOf, queueHandlers } from '../../infra/build/handlers.ts';
import { loadHandler } from '../../infra/build/handler-sources.ts';
import { importSource } from '../support/call.ts';
import {
  type Schedule,
  scheduledHandlers,
  schedules,
  type ScheduledHandler,
} from '../../infra/build/schedules.ts';
import { schedulesByMinutes, schedulesDue } from '../../infra/local/schedules.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type { JobWorker } from '../../shared/jobs/job.ts';
import { provenAction, proofHeader } from '../../shared/users/step-up.ts';
import { eventFor, ownSessionOf, type Sent } from '../support/call.ts';
import type { Cloud } from './cloud.ts';
import { containsOthers, messageOf, responseOf, type Response } from './responses.ts';
import type { Message } from '../support/memory/memory-services.ts';
import { queueAddress } from './environment.ts';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const modules = new Map<string, Handler>();

async function load(name: string): Promise<Handler> {
  const found = modules.get(name);
  if (found) return found;
  const handler = (await loadHandler(importSource, name)) as Handler;
  modules.set(name, handler);
  return handler;
}

/** The portal's handlers, workers, and schedules on a simulated cloud. */
export class SimulatedPortal {
  readonly cloud: Cloud;
  /** The latest events of the simulation, for the report of a failure. */
  readonly events: string[] = [];
  /** Responses with data of another partner. */
  readonly leaks: string[] = [];
  private requests = 0;

  constructor(cloud: Cloud) {
    this.cloud = cloud;
  }

  note(event: string): void {
    this.events.push(`${this.cloud.now.toISOString()} ${event}`);
    if (this.events.length > 500) this.events.splice(0, 250);
  }

  /** Sends a request; sensitive requests contain a proof of identity. */
  async request(endpoint: Endpoint, as: User | undefined, sent: Sent = {}): Promise<Response> {
    const handler = await load(handlerOf(endpoint));
    if (as) this.logIn(as);
    const headers =
      endpoint.stepUp && as
        ? { ...sent.headers, [proofHeader]: await this.proofOf(as, endpoint, sent) }
        : sent.headers;
    const event = (await eventFor(endpoint, as, { ...sent, headers })) as {
      requestContext: { requestId: string };
    };
    event.requestContext.requestId = `request-${++this.requests}`;
    const name = `${endpoint.area}.${endpoint.name}`;
    const response = await this.cloud.invoke(name, () =>
      handler(event, { getRemainingTimeInMillis: () => 29_000 }),
    );
    const received = responseOf(response as APIGatewayProxyStructuredResultV2 | undefined);
    if (as && as.role !== 'systemAdmin' && containsOthers(received.bytes.toString('latin1'), as.email))
      this.leaks.push(`${name} shows ${as.email} data of another partner`);
    if (endpoint.method !== 'GET')
      this.note(`${name} by ${as?.email ?? 'guest'}: ${received.status} ${messageOf(received)}`);
    return received;
  }

  /** Logs in without a password, and outside of the faults, whenever the portal ended the session. */
  private logIn({ id }: User): void {
    const item = this.cloud.table.get({ ...keys.user(id) });
    if (!item) return;
    const { sessions, version } = item as unknown as User;
    if (sessions.some((session) => session.id === ownSessionOf(id))) return;
    const forever = Date.UTC(2099, 0) / 1000;
    const own = { id: ownSessionOf(id), startedAt: forever, activeAt: forever, device: 'Firefox on Linux' };
    this.cloud.table.put({ Item: { ...item, sessions: [...sessions, own], version: version + 1 } });
  }

  /** Sends a request that must succeed, again after an ended process or while another request changes the same data. */
  async succeed(endpoint: Endpoint, as: User | undefined, sent: Sent = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.request(endpoint, as, sent);
      const { status, body } = response;
      if (status >= 200 && status < 300) return response;
      const mayRepeat = status === 0 || status >= 500 || [409, 423, 429].includes(status) || attempt > 1;
      if (attempt === 9 || !mayRepeat)
        throw new Error(`${endpoint.area}.${endpoint.name}: ${status} ${JSON.stringify(body)}`);
    }
  }

  private async proofOf({ id: userId }: User, endpoint: Endpoint, sent: Sent): Promise<string> {
    const action = provenAction(endpoint, sent);
    const proven = { userId, action, session: ownSessionOf(userId) };
    // the response of the write can be lost
    return issueProof(proven).catch(() => issueProof(proven));
  }

  /** Delivers the queued messages, in any order, sometimes twice or two at a time, until the queues are empty. */
  async work(): Promise<void> {
    const { queue } = this.cloud.messages;
    for (let delivered = 0; queue.length > 0; delivered++) {
      if (delivered > 5000) throw new Error('the queues do not become empty');
      const taken = [this.takeMessage(), this.cloud.mayRace() ? this.takeMessage() : undefined];
      const deliveries = taken.flatMap((message) => (message ? [() => this.deliver(message)] : []));
      await this.cloud.concurrently(deliveries);
    }
  }

  private takeMessage(): Message | undefined {
    const { queue } = this.cloud.messages;
    return queue.splice(Math.floor(this.cloud.random() * queue.length), 1)[0];
  }

  private async deliver(message: Message): Promise<void> {
    const worker = workers.find((name) => message.queue === queueAddress(name));
    if (!worker) throw new Error(`no worker of ${message.queue}`);
    const handler = await load(queueHandlers[worker]);
    const event = { Records: [{ body: message.body }] } as SQSEvent;
    const times = this.cloud.random() < this.cloud.faults.ends ? 2 : 1;
    const delivery = () => this.runWorker(worker, handler, event, message);
    if (times > 1 && this.cloud.mayRace()) await this.cloud.concurrently([delivery, delivery]);
    else for (let time = 0; time < times; time++) await delivery();
  }

  private async runWorker(
    name: string,
    handler: Handler,
    event: SQSEvent,
    message: { queue: string; body: string },
  ) {
    let isDone = false;
    const run = async () => {
      await handler(event, { getRemainingTimeInMillis: () => 600_000 });
      isDone = true;
    };
    try {
      await this.cloud.invoke(`worker ${name}`, run);
    } catch (error) {
      this.note(`worker ${name} failed: ${String(error)}`);
    }
    if (isDone) return;
    this.note(`worker ${name} ended before ${message.body} was complete`);
    // the message becomes visible again after the visibility timeout
    this.cloud.moveTo(new Date(this.cloud.now.getTime() + 6 * 60_000).toISOString());
    this.cloud.messages.queue.push(message);
  }

  /** Runs a scheduled handler. */
  private schedule(handler: ScheduledHandler, time: Date): Promise<void> {
    return this.deliverEvent(handler, { time: time.toISOString() });
  }

  /** Delivers an event, sometimes twice. Lambda invokes the handler again, twice at most, after an error or a crash. */
  async deliverEvent(handler: string, event: object): Promise<void> {
    const run = await load(handler);
    let successes = this.cloud.random() < this.cloud.faults.ends ? 2 : 1;
    for (let attempt = 1; attempt <= 3 && successes > 0; attempt++) {
      let isDone = false;
      const invocation = async () => {
        await run(event, {});
        isDone = true;
      };
      try {
        await this.cloud.invoke(handler, invocation);
      } catch (error) {
        this.note(`${handler} failed: ${String(error)}`);
      }
      if (isDone) successes -= 1;
      else this.note(`${handler} did not complete`);
    }
  }

  /** Runs the schedules of every five minutes or more, in their order. */
  async frequentSchedules(): Promise<void> {
    for (const handler of scheduledHandlers)
      if (
        [...schedulesByMinutes.values()].some((handlers) => handlers.includes(handler)) &&
        handler !== 'site/watch-sender'
      )
        await this.schedule(handler, this.cloud.now);
    await this.work();
  }

  /** Moves the clock to an instant and runs the schedules that become due until then, each at its time. */
  async moveTo(instant: string): Promise<void> {
    for (const { handler, time } of schedulesDue(this.cloud.now, new Date(instant))) {
      if (coversSeveralNights(handler) && time.getUTCDate() % nightsBetween !== 0) continue;
      this.cloud.moveTo(time.toISOString());
      await this.schedule(handler, time);
      await this.work();
    }
    this.cloud.moveTo(instant);
    await this.frequentSchedules();
  }
}

/**
 * A schedule that covers its month runs every third night, also in the night before the monthly invariants: proving the
 * same months again every night took a quarter of a simulation.
 */
const nightsBetween = 3;
const coversSeveralNights = (handler: ScheduledHandler): boolean =>
  (schedules[handler] as Schedule).coversMonth === true;

const workers = Object.keys(queueHandlers) as JobWorker[];
