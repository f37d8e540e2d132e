import { createRequire } from 'node:module';

/** Carries out a command of a client, for example `PutObject` of `S3Client`; `asNetwork` sends it instead. */
export type Serve = (client: string, command: string, input: never) => unknown;

/** The request goes to the network. */
export const asNetwork = Symbol.for('wellport.as-network');

interface Options {
  /** Passes by all middleware, which takes a third of the time of a request. */
  directly?: boolean;
}
interface Requests extends Options {
  serve?: Serve | undefined;
}

interface Command {
  input: never;
  /** The command that a command of the document client becomes. */
  clientCommand?: object;
}
interface Client {
  middlewareStack: { add: (middleware: Middleware, options: object) => void };
}
type Next = (request: { input: never }) => Promise<unknown>;
type Middleware = (next: Next, context: { clientName?: string; commandName?: string }) => Next;
interface Base {
  send: (this: Client, command: Command, ...rest: unknown[]) => unknown;
}

/** One per process, because the SDK stays loaded when a test file loads the portal again. */
const known = Symbol.for('wellport.requests');
type Global = typeof globalThis & { [known]?: Requests };

/**
 * Carries out the requests of all clients of the SDK in this process instead of sending them: as the last middleware that
 * sees the command, after those that tests add. Returns a function that restores what was before.
 */
export function serveRequests(serve: Serve, { directly = false }: Options = {}): () => void {
  const requests = ((globalThis as Global)[known] ??= watchClients());
  const before = { serve: requests.serve, directly: requests.directly };
  Object.assign(requests, { serve, directly });
  return () => void Object.assign(requests, before);
}

const nameOf = (command: object): string => command.constructor.name.replace(/Command$/, '');

/** Adds the middleware to each client when it first sends a command. */
function watchClients(): Requests {
  const requests: Requests = {};
  const stacks = new WeakSet<object>();
  const base = baseOfClients();
  const { send } = base;
  base.send = async function (command, ...rest) {
    if (requests.serve && requests.directly)
      return requests.serve(
        this.constructor.name.replace('Document', ''),
        nameOf(command.clientCommand ?? command),
        command.input,
      );
    if (!stacks.has(this.middlewareStack)) {
      stacks.add(this.middlewareStack);
      const placed = { step: 'initialize', priority: 'low', name: 'in memory' };
      this.middlewareStack.add(inMemory(requests), placed);
    }
    return send.call(this, command, ...rest);
  };
  return requests;
}

function baseOfClients(): Base {
  const { DynamoDBClient } = createRequire(import.meta.url)('@aws-sdk/client-dynamodb') as {
    DynamoDBClient: { prototype: object };
  };
  let owner = DynamoDBClient.prototype;
  while (!Object.hasOwn(owner, 'send')) owner = Object.getPrototypeOf(owner) as object;
  return owner as Base;
}

const inMemory =
  (requests: Requests): Middleware =>
  (next, { clientName = '', commandName = '' }) =>
  async (request) => {
    const output = requests.serve
      ? await requests.serve(clientName, commandName.replace(/Command$/, ''), request.input)
      : asNetwork;
    if (output === asNetwork) return next(request);
    return { response: {}, output: { $metadata: { httpStatusCode: 200 }, ...(output as object) } };
  };
