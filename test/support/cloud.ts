import { randomUUID } from 'node:crypto';
import { MemoryTable } from './memory/memory-table.ts';
import { MemoryFiles, MemoryMessages, tableService, type Service } from './memory/memory-services.ts';
import { MemoryPool } from './memory/memory-pool.ts';
import { asNetwork, serveRequests } from './memory/requests.ts';
import { ServiceError } from './memory/table-items.ts';

/** The cloud of one test file: tables by name, files, emails, and the user pool. */
class MemoryCloud {
  readonly tables = new Map<string, MemoryTable>();
  readonly files = new MemoryFiles();
  readonly messages = new MemoryMessages(() => new Date().toISOString(), Date.now);
  readonly pool = new MemoryPool(randomUUID);

  private readonly services: Record<string, Service> = {
    S3Client: this.files.service,
    SESv2Client: this.messages.emailService,
    CognitoIdentityProviderClient: this.pool.service,
  };

  /** Carries out one command; services that are not in memory, such as KMS, receive theirs by network. */
  serve(client: string, command: string, input: object): unknown {
    const service = client === 'DynamoDBClient' ? this.tableService(command, input) : this.services[client];
    if (!service) return asNetwork;
    const run = service[command];
    if (!run) throw new Error(`${client} in memory does not support ${command}`);
    return run(input as never);
  }

  private tableService(command: string, input: TableInput): Service {
    if (command === 'CreateTable') return { CreateTable: () => this.createTable(input.TableName ?? '') };
    const name = tableOf(input);
    const table = this.tables.get(name);
    if (!table) throw new ServiceError('ResourceNotFoundException', `no table ${name}`);
    return tableService(table);
  }

  private createTable(name: string): object {
    if (this.tables.has(name)) throw new ServiceError('ResourceInUseException');
    this.tables.set(name, new MemoryTable());
    return {};
  }
}

interface TableInput {
  TableName?: string;
  RequestItems?: object;
  TransactItems?: Record<string, { TableName: string }>[];
}

function tableOf({ TableName, RequestItems, TransactItems }: TableInput): string {
  const [first] = TransactItems?.flatMap((item) => Object.values(item)) ?? [];
  return TableName ?? first?.TableName ?? Object.keys(RequestItems ?? {})[0] ?? '';
}

const originals = Symbol.for('wellport.originals');
type Originals = typeof globalThis & { [originals]?: Pick<typeof globalThis, 'fetch' | 'Response'> };

// tests replace timers, each file its addresses, and Hono the class of responses
const { setImmediate } = globalThis;
const { fetch, Response } = ((globalThis as Originals)[originals] ??= {
  fetch: globalThis.fetch,
  Response: globalThis.Response,
});

/** Gives the following test file an empty cloud. */
export function startCloud(): void {
  const cloud = new MemoryCloud();
  serveRequests(async (client, command, input) => {
    try {
      return await cloud.serve(client, command, input);
    } finally {
      // like a response of a network, which other work can precede
      await new Promise((done) => setImmediate(done));
    }
  });
  globalThis.fetch = (input, init) => {
    const { host, pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
    if (host === 'mail.test') return Promise.resolve(Response.json(cloud.messages.mailbox()));
    if (host !== 'files.test') return fetch(input, init);
    const bytes = cloud.files.files.get(pathname.slice(1));
    const headers = { 'content-disposition': searchParams.get('response-content-disposition') ?? '' };
    return Promise.resolve(new Response(bytes && Buffer.from(bytes), { status: bytes ? 200 : 404, headers }));
  };
}
