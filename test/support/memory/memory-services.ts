import { createHash } from 'node:crypto';
import type { Item } from './expressions.ts';
import type { MemoryTable, TransactItem } from './memory-table.ts';
import { Sorted } from './sorted.ts';
import { project, ServiceError, type Query } from './table-items.ts';

type Writes = Record<string, { PutRequest?: { Item: Item }; DeleteRequest?: { Key: Item } }[]>;

/** Commands of a service by name. */
export type Service = Record<string, (input: never) => unknown>;

/** Returns the calls of DynamoDB's document client. */
export const tableService = (table: MemoryTable): Service => ({
  GetItem: ({ Key }: { Key: Item }) => ({ Item: table.get(Key) }),
  BatchGetItem: ({ RequestItems }: { RequestItems: Record<string, { Keys: Item[] } & Query> }) => ({
    Responses: Object.fromEntries(
      Object.entries(RequestItems).map(([name, { Keys, ProjectionExpression, ExpressionAttributeNames }]) => {
        const names = ProjectionExpression?.split(', ').map((one) => ExpressionAttributeNames?.[one] ?? one);
        const found = Keys.map((key) => table.get(key)).filter((item) => item !== undefined);
        return [name, names ? found.map((item) => project(item, names)) : found];
      }),
    ),
  }),
  Query: (query: Query) => table.query(query),
  PutItem: (write: Parameters<MemoryTable['put']>[0]) => (table.put(write), {}),
  UpdateItem: (write: Parameters<MemoryTable['update']>[0]) => ({ Attributes: table.update(write) }),
  DeleteItem: (write: Parameters<MemoryTable['delete']>[0]) => (table.delete(write), {}),
  BatchWriteItem: ({ RequestItems }: { RequestItems: Writes }) => {
    for (const { PutRequest, DeleteRequest } of Object.values(RequestItems).flat())
      if (PutRequest) table.put(PutRequest);
      else table.delete(DeleteRequest ?? {});
    return {};
  },
  Scan: (scan: Parameters<MemoryTable['scan']>[0]) => table.scan(scan),
  TransactWriteItems: (writes: { TransactItems: TransactItem[] }) => (
    table.transact(writes.TransactItems),
    {}
  ),
});

interface ObjectInput {
  Bucket: string;
  Key: string;
  Body: Uint8Array | string;
  IfNoneMatch?: string;
  IfMatch?: string;
  Prefix?: string;
  VersionId?: string;
}

const tagOf = (bytes: Uint8Array): string => `"${createHash('md5').update(bytes).digest('hex')}"`;

/** Files by bucket and name. */
export class MemoryFiles {
  readonly files = new Map<string, Uint8Array>();
  /** Earlier versions by bucket and name, oldest first. */
  private readonly earlier = new Map<string, { id: string; bytes: Uint8Array }[]>();
  private versions = 0;
  private readonly keys = new Sorted<string>();
  /** Names by bucket since its last change, because every turn looks for new files. */
  private readonly known = new Map<string, readonly string[]>();

  readonly service: Service = {
    CreateBucket: () => ({}),
    PutObject: ({ Bucket, Key, Body, IfNoneMatch }: ObjectInput) => {
      if (IfNoneMatch === '*' && this.files.has(`${Bucket}/${Key}`))
        throw new ServiceError('PreconditionFailed');
      this.keys.set(Bucket, Key, Key);
      this.known.delete(Bucket);
      this.addVersion(`${Bucket}/${Key}`);
      this.files.set(`${Bucket}/${Key}`, Uint8Array.from(Buffer.from(Body as string)));
      return {};
    },
    HeadObject: ({ Bucket, Key }: ObjectInput) => {
      if (!this.files.has(`${Bucket}/${Key}`)) throw new ServiceError('NotFound');
      return {};
    },
    GetObject: ({ Bucket, Key, IfMatch }: ObjectInput) => {
      const bytes = this.files.get(`${Bucket}/${Key}`);
      if (!bytes) throw new ServiceError('NoSuchKey');
      if (IfMatch && IfMatch !== tagOf(bytes)) throw new ServiceError('PreconditionFailed');
      return {
        Body: {
          transformToByteArray: () => Promise.resolve(bytes.slice()),
          transformToString: () => Promise.resolve(Buffer.from(bytes).toString()),
        },
      };
    },
    DeleteObject: ({ Bucket, Key, IfMatch, VersionId }: ObjectInput) => {
      const file = `${Bucket}/${Key}`;
      if (VersionId !== undefined) {
        this.earlier.set(
          file,
          this.earlierVersions(file).filter(({ id }) => id !== VersionId),
        );
        return {};
      }
      const bytes = this.files.get(file);
      if (bytes && IfMatch && IfMatch !== tagOf(bytes)) throw new ServiceError('PreconditionFailed');
      this.keys.delete(Bucket, Key);
      this.known.delete(Bucket);
      this.addVersion(file);
      this.files.delete(file);
      return {};
    },
    ListObjectVersions: ({ Bucket, Prefix = '' }: ObjectInput) => ({
      Versions: [...new Set([...this.files.keys(), ...this.earlier.keys()])]
        .filter((file) => file.startsWith(`${Bucket}/${Prefix}`))
        .flatMap((file) =>
          [
            ...(this.files.has(file) ? [{ id: 'current', isLatest: true }] : []),
            ...this.earlierVersions(file).map(({ id }) => ({ id, isLatest: false })),
          ].map(({ id, isLatest }) => ({
            Key: file.slice(Bucket.length + 1),
            VersionId: id,
            IsLatest: isLatest,
          })),
        ),
    }),
    ListObjectsV2: ({ Bucket, Prefix = '' }: ObjectInput) => ({
      Contents: this.names(Bucket, Prefix).map((Key) => ({
        Key,
        ETag: tagOf(this.files.get(`${Bucket}/${Key}`) ?? new Uint8Array()),
      })),
    }),
  };

  /** Returns the replaced and deleted versions of a file that were not erased, oldest first. */
  earlierVersions = (file: string): readonly { id: string; bytes: Uint8Array }[] =>
    this.earlier.get(file) ?? [];

  private addVersion(file: string): void {
    const bytes = this.files.get(file);
    if (!bytes) return;
    const earlier = this.earlier.get(file) ?? [];
    earlier.push({ id: `v${(this.versions += 1)}`, bytes });
    this.earlier.set(file, earlier);
  }

  /** Returns the names of a bucket's files in order. */
  names(bucket: string, prefix = ''): readonly string[] {
    const known = this.known.get(bucket) ?? [...this.keys.read(bucket, undefined, false)];
    this.known.set(bucket, known);
    return prefix === '' ? known : known.filter((name) => name.startsWith(prefix));
  }
}

/** A message of a job queue. */
export interface Message {
  queue: string;
  body: string;
}

/** FIFO queues drop a repeated message for five minutes. */
const deduplicationMs = 5 * 60_000;

/** An email as the portal sent it. */
interface MemoryEmail {
  to: string;
  subject: string;
  text: string;
  date: string;
  sent: SentEmail;
}

interface SentAttachment {
  FileName: string;
  ContentType?: string;
  RawContent: Uint8Array;
  ContentDisposition?: string;
  ContentId?: string;
}

interface SentMessage {
  QueueUrl: string;
  MessageBody: string;
  MessageDeduplicationId: string;
}

interface SentEmail {
  Destination: { ToAddresses: string[] };
  ReplyToAddresses?: string[];
  Content: {
    Simple: {
      Subject: { Data: string };
      Body: { Text: { Data: string }; Html: { Data: string } };
      Attachments?: SentAttachment[];
      Headers?: { Name: string; Value: string }[];
    };
  };
}

/** Emails and messages that the portal sent. */
export class MemoryMessages {
  readonly emails: MemoryEmail[] = [];
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
    SendEmail: (sent: SentEmail) => {
      const { Subject, Body } = sent.Content.Simple;
      const to = sent.Destination.ToAddresses[0] ?? '';
      this.emails.push({ to, subject: Subject.Data, text: Body.Text.Data, date: this.today(), sent });
      return {};
    },
    GetEmailIdentity: () => ({ VerifiedForSendingStatus: true }),
    GetAccount: () => ({ SendingEnabled: true }),
  };

  /** Returns the emails in the form of the local mailbox. */
  mailbox(): { emails: object[] } {
    const emails = this.emails.map(
      ({ subject, sent: { Destination, ReplyToAddresses, Content } }, index) => ({
        messageId: `email-${index}`,
        at: Math.floor(this.now() / 1000),
        subject,
        destination: { to: Destination.ToAddresses },
        replyTo: ReplyToAddresses,
        body: { text: Content.Simple.Body.Text.Data, html: Content.Simple.Body.Html.Data },
        attachments: Content.Simple.Attachments?.map((attached) => ({
          content: Buffer.from(attached.RawContent).toString('base64'),
          contentType: attached.ContentType ?? 'application/octet-stream',
          contentDisposition: attached.ContentDisposition,
          contentId: attached.ContentId,
          filename: attached.FileName,
        })),
        headers: Content.Simple.Headers?.map(({ Name, Value }) => ({ name: Name, value: Value })),
      }),
    );
    return { emails };
  }

  readonly queueService: Service = {
    SendMessage: ({ QueueUrl, MessageBody, MessageDeduplicationId }: SentMessage) => {
      const before = this.accepted.get(MessageDeduplicationId) ?? -Infinity;
      // the SDK compares it
      const accepted = { MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex') };
      if (this.now() - before < deduplicationMs) return accepted;
      this.accepted.set(MessageDeduplicationId, this.now());
      this.queue.push({ queue: QueueUrl, body: MessageBody });
      return accepted;
    },
  };
}
