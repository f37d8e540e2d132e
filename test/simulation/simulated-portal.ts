import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIGatewayProxyStructuredResultV2, SQSEvent } from 'aws-lambda';
import { issueProof } from '../../functions/users/proof-store.ts';
import type { User } from '../../functions/users/user.ts';
import { handlerFile, handlerOf } from '../../infra/handler-names.ts';
import { queueHandlers, scheduledHandlers, type ScheduledHandler } from '../../infra/schedules.ts';
import { schedulesByMinutes, schedulesDue } from '../../infra/local/schedules.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import type { JobWorker } from '../../shared/jobs/job.ts';
import { actionOf, proofHeader } from '../../shared/users/step-up.ts';
import { eventFor, ownSessionOf, type Received, type Sent } from '../support/call.ts';
import type { Cloud } from './cloud.ts';
import { queueAddress } from './environment.ts';

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const modules = new Map<string, Handler>();

async function load(name: string): Promise<Handler> {
  const found = modules.get(name);
  if (found) return found;
  const { handler } = (await import(pathToFileURL(resolve(handlerFile(name))).href)) as { handler: Handler };
  modules.set(name, handler);
  return handler;
}

/** Response to a request; status 0 if the function ended before it responded. */
export type Response = Pick<Received, 'status' | 'body' | 'bytes'>;

/** The portal's handlers, workers, and schedules on a simulated cloud. */
export class SimulatedPortal {
  readonly cloud: Cloud;
  /** The latest events of the simulation, for the report of a failure. */
  readonly events: string[] = [];
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
    const headers =
      endpoint.stepUp && as
        ? { ...sent.headers, [proofHeader]: await this.proofOf(as, endpoint) }
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
    if (endpoint.method !== 'GET')
      this.note(`${name} by ${as?.email ?? 'guest'}: ${received.status} ${messageOf(received)}`);
    return received;
  }

  /** Sends a request that must succeed, again after an ended process. */
  async succeed(endpoint: Endpoint, as: User | undefined, sent: Sent = {}): Promise<Response> {
    for (let attempt = 1; ; attempt++) {
      const response = await this.request(endpoint, as, sent);
      if (response.status >= 200 && response.status < 300) return response;
      if (attempt === 6 || (response.status !== 0 && response.status < 500 && attempt === 1))
        throw new Error(
          `${endpoint.area}.${endpoint.name}: ${response.status} ${JSON.stringify(response.body)}`,
        );
    }
  }

  private proofOf({ id: userId }: User, endpoint: Endpoint): Promise<string> {
    return issueProof({ userId, action: actionOf(endpoint), session: ownSessionOf(userId) });
  }

  /** Delivers the queued messages, in any order and sometimes twice, until the queues are empty. */
  async work(): Promise<void> {
    const { queue } = this.cloud.messages;
    for (let delivered = 0; queue.length > 0; delivered++) {
      if (delivered > 5000) throw new Error('the queues do not become empty');
      const index = Math.floor(this.cloud.random() * queue.length);
      const [message] = queue.splice(index, 1);
      if (!message) break;
      const worker = workers.find((name) => message.queue === queueAddress(name));
      if (!worker) throw new Error(`no worker of ${message.queue}`);
      const handler = await load(queueHandlers[worker]);
      const event = { Records: [{ body: message.body }] } as SQSEvent;
      const times = this.cloud.random() < this.cloud.faults.ends ? 2 : 1;
      for (let time = 0; time < times; time++) await this.runWorker(worker, handler, event, message);
    }
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

  async schedule(handler: ScheduledHandler, time: Date): Promise<void> {
    const run = await load(handler);
    try {
      await this.cloud.invoke(handler, () => run({ time: time.toISOString() }, {}) as Promise<void>);
    } catch (error) {
      this.note(`${handler} failed: ${String(error)}`);
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
      this.cloud.moveTo(time.toISOString());
      await this.schedule(handler, time);
      await this.work();
    }
    this.cloud.moveTo(instant);
    await this.frequentSchedules();
  }
}

const workers = Object.keys(queueHandlers) as JobWorker[];

function responseOf(response: APIGatewayProxyStructuredResultV2 | undefined): Response {
  if (!response) return { status: 0, body: undefined, bytes: Buffer.alloc(0) };
  const bytes = Buffer.from(response.body ?? '', response.isBase64Encoded ? 'base64' : 'utf8');
  const isJson = String(response.headers?.['content-type']).startsWith('application/json');
  return {
    status: response.statusCode ?? 200,
    bytes,
    body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined,
  };
}

const messageOf = ({ body }: Response): string => {
  const { message, fields } = (body ?? {}) as { message?: unknown; fields?: unknown };
  return [message, fields]
    .filter(Boolean)
    .map((part) => JSON.stringify(part))
    .join(' ');
};
