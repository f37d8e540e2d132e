import { createHash } from 'node:crypto';
import type { Item } from './expressions.ts';
import type { MemoryTable, TransactItem } from './memory-table.ts';
import { Sorted } from './sorted.ts';
import { project, ServiceError, type Query } from './table-items.ts';

type Service = Record<string, (input: never) => unknown>;

/** Returns the calls of DynamoDB's document client. */
export const tableService = (table: MemoryTable): Service => ({
  Get: ({ Key }: { Key: Item }) => ({ Item: table.get(Key) }),
  BatchGet: ({ RequestItems }: { RequestItems: Record<string, { Keys: Item[] } & Query> }) => ({
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([name, { Keys, ProjectionExpression, ExpressionAttributeNames }]) => {
        const names = ProjectionExpression?.split(', ').map((one) => ExpressionAttributeNames?.[one] ?? one);
        const found = Keys.map((key) => table.get(key)).filter((item) => item !== undefined);
        return [name, names ? found.map((item) => project(item, names)) : found];
      }),
    ),
  }),
  Query: (query: Query) => table.query(query),
  Put: (write: Parameters<MemoryTable['put']>[0]) => (table.put(write), {}),
  Update: (write: Parameters<MemoryTable['update']>[0]) => ({ Attributes: table.update(write) }),
  TransactWrite: (writes: { TransactItems: TransactItem[] }) => (table.transact(writes.TransactItems), {}),
});

interface ObjectInput {
  Bucket: string;
  Key: string;
  Body: Uint8Array | string;
  IfNoneMatch?: string;
  IfMatch?: string;
  Prefix?: string;
}

const tagOf = (bytes: Uint8Array): string => `"${createHash('sha256').update(bytes).digest('hex')}"`;

/** Files by bucket and name. */
export class MemoryFiles {
  readonly files = new Map<string, Uint8Array>();
  private readonly keys = new Sorted<string>();
  /** Names by bucket since its last change, because every turn looks for new files. */
  private readonly known = new Map<string, readonly string[]>();

  readonly service: Service = {
    PutObject: ({ Bucket, Key, Body, IfNoneMatch }: ObjectInput) => {
      if (IfNoneMatch === '*' && this.files.has(`${Bucket}/${Key}`))
        throw new ServiceError('PreconditionFailed');
      this.keys.set(Bucket, Key, Key);
      this.known.delete(Bucket);
      this.files.set(`${Bucket}/${Key}`, Uint8Array.from(Buffer.from(Body as string)));
      return {};
    },
    HeadObject: ({ Bucket, Key }: ObjectInput) => {
      if (!this.files.has(`${Bucket}/${Key}`)) throw new ServiceError('NotFound');
      return {};
    },
    GetObject: ({ Bucket, Key }: ObjectInput) => {
      const bytes = this.files.get(`${Bucket}/${Key}`);
      if (!bytes) throw new ServiceError('NoSuchKey');
      return { Body: { transformToByteArray: () => Promise.resolve(bytes.slice()) } };
    },
    DeleteObject: ({ Bucket, Key, IfMatch }: ObjectInput) => {
      const bytes = this.files.get(`${Bucket}/${Key}`);
      if (bytes && IfMatch && IfMatch !== tagOf(bytes)) throw new ServiceError('PreconditionFailed');
      this.keys.delete(Bucket, Key);
      this.known.delete(Bucket);
      this.files.delete(`${Bucket}/${Key}`);
      return {};
    },
    ListObjectsV2: ({ Bucket, Prefix = '' }: ObjectInput) => ({
      Contents: this.names(Bucket, Prefix).map((Key) => ({
        Key,
        ETag: tagOf(this.files.get(`${Bucket}/${Key}`) ?? new Uint8Array()),
      })),
    }),
  };

  /** Returns the names of a bucket's files in order. */
  names(bucket: string, prefix = ''): readonly string[] {
    const known = this.known.get(bucket) ?? [...this.keys.read(bucket, undefined, false)];
    this.known.set(bucket, known);
    return prefix === '' ? known : known.filter((name) => name.startsWith(prefix));
  }
}

interface PoolInput {
  Username: string;
  UserAttributes?: { Name: string; Value: string }[];
  GroupName?: string;
  Password?: string;
}

/** The user pool as far as the portal creates, finds, changes, and removes users. */
export class MemoryPool {
  readonly users = new Map<string, { id: string; email: string; password?: string; groups: string[] }>();
  private readonly newId: () => string;

  constructor(newId: () => string) {
    this.newId = newId;
  }

  private find(name: string) {
    const byId = [...this.users.values()].find(({ id }) => id === name);
    const user = this.users.get(name) ?? byId;
    if (!user) throw new ServiceError('UserNotFoundException');
    return user;
  }

  readonly service: Service = {
    AdminCreateUser: ({ Username }: PoolInput) => {
      if (this.users.has(Username)) throw new ServiceError('UsernameExistsException');
      const id = this.newId();
      this.users.set(Username, { id, email: Username, groups: [] });
      return { User: { Attributes: [{ Name: 'sub', Value: id }] } };
    },
    AdminGetUser: ({ Username }: PoolInput) => {
      const { id, email, password } = this.find(Username);
      return {
        UserAttributes: [
          { Name: 'sub', Value: id },
          { Name: 'email', Value: email },
        ],
        UserStatus: password === undefined ? 'FORCE_CHANGE_PASSWORD' : 'CONFIRMED',
      };
    },
    AdminAddUserToGroup: ({ Username, GroupName = '' }: PoolInput) => {
      this.find(Username).groups.push(GroupName);
      return {};
    },
    AdminSetUserPassword: ({ Username, Password }: PoolInput) => {
      this.find(Username).password = Password;
      return {};
    },
    AdminUpdateUserAttributes: ({ Username, UserAttributes = [] }: PoolInput) => {
      const user = this.find(Username);
      const email = UserAttributes.find(({ Name }) => Name === 'email')?.Value ?? user.email;
      this.users.delete(user.email);
      this.users.set(email, { ...user, email });
      return {};
    },
    AdminDeleteUser: ({ Username }: PoolInput) => {
      this.users.delete(this.find(Username).email);
      return {};
    },
    AdminUserGlobalSignOut: () => ({}),
  };
}

/** A message of a job queue. */
export interface Message {
  queue: string;
  body: string;
}

/** FIFO queues drop a repeated message for five minutes. */
const deduplicationMs = 5 * 60_000;

/** Emails and messages that the portal sent. */
export class MemoryMessages {
  readonly emails: { to: string; subject: string; text: string; date: string }[] = [];
  readonly queue: Message[] = [];
  /** When a message was last accepted, by deduplication ID. */
  private readonly accepted = new Map<string, number>();
  private readonly today: () => string;
  private readonly now: () => number;

  constructor(today: () => string, now: () => number) {
    this.today = today;
    this.now = now;
  }

  readonly emailService: Service = {
    SendEmail: ({ Destination, Content }: never) => {
      const { ToAddresses } = Destination as { ToAddresses: string[] };
      if (ToAddresses[0]?.startsWith('refused'))
        throw Object.assign(new Error('Illegal address'), { name: 'BadRequestException' });
      const { Subject, Body } = (
        Content as { Simple: { Subject: { Data: string }; Body: { Text: { Data: string } } } }
      ).Simple;
      const date = this.today();
      this.emails.push({ to: ToAddresses[0] ?? '', subject: Subject.Data, text: Body.Text.Data, date });
      return {};
    },
    GetEmailIdentity: () => ({ VerifiedForSendingStatus: true }),
    GetAccount: () => ({ SendingEnabled: true }),
  };

  readonly queueService: Service = {
    SendMessage: ({ QueueUrl, MessageBody, MessageDeduplicationId }: never) => {
      const before = this.accepted.get(MessageDeduplicationId) ?? -Infinity;
      if (this.now() - before < deduplicationMs) return {};
      this.accepted.set(MessageDeduplicationId, this.now());
      this.queue.push({ queue: QueueUrl, body: MessageBody });
      return {};
    },
  };
}
