/** The IAM request of a command: action, short resource name, and condition values. */
export interface Need {
  action: string;
  /** `table`, `table/index/by-s1`, `files`, `files/bank/incoming/`, `vault key`, `sender`, `pool`, `queue of emails`. */
  resource: string;
  /** The kind of partition (`PARTNER#`), the names in an encryption context (`payee`), else empty. */
  key: string;
}

/** The action that is noted where a handler was called, whether it then used something or not. */
export const called = 'called';

type Input = Record<string, unknown>;
interface Keyed {
  Key?: { pk: string };
  Item?: { pk: string };
}

const need = (action: string, resource: string, key = ''): Need => ({ action, resource, key });

/** Returns the prefix of a partition key up to its first `#`; the rest is ids. */
const kindOf = (pk: unknown): string => /^[^#]*#?/.exec(String(pk))?.[0] ?? '';
const kindOfItem = ({ Key, Item }: Keyed): string => kindOf((Key ?? Item)?.pk ?? '');

const ofItem = (action: string, item: Keyed): Need =>
  need(`dynamodb:${action}Item`, 'table', kindOfItem(item));

/** IAM checks a batch by its own action, and a transaction by the action and partition of each item. */
function ofTable(command: string, input: Input): Need[] {
  if (command === 'TransactWrite' || command === 'TransactGet')
    return (input.TransactItems as Record<string, Keyed>[]).flatMap((item) =>
      Object.entries(item).map(([action, part]) => ofItem(action, part)),
    );
  if (command === 'BatchGet')
    return Object.values(input.RequestItems as Record<string, { Keys: { pk: string }[] }>).flatMap(
      ({ Keys }) => Keys.map((Key) => ofItem('BatchGet', { Key })),
    );
  if (command === 'BatchWrite')
    return Object.values(input.RequestItems as Record<string, Record<string, Keyed>[]>)
      .flat()
      .flatMap((request) => Object.values(request).map((part) => ofItem('BatchWrite', part)));
  if (command === 'Query' || command === 'Scan') {
    const values = (input.ExpressionAttributeValues ?? {}) as Input;
    const index = input.IndexName ? `/index/${input.IndexName as string}` : '';
    // a scan reads partitions of every kind
    const partition = index ? values[':list'] : values[':pk'];
    return [need(`dynamodb:${command}`, `table${index}`, kindOf(partition ?? ''))];
  }
  const { Key, Item } = input as Keyed;
  // the settings table has another key; its statements are not judged (judge.ts)
  return (Key ?? Item)?.pk === undefined ? [] : [ofItem(command, input)];
}

const bucketOf = (input: Input): string => {
  const { FILES_BUCKET, AGREEMENTS_BUCKET, OUTBOX_BUCKET } = process.env;
  const names = { files: FILES_BUCKET, agreements: AGREEMENTS_BUCKET, outbox: OUTBOX_BUCKET };
  const found = Object.entries(names).find(([, name]) => name !== undefined && name === input.Bucket);
  return found?.[0] ?? `bucket ${String(input.Bucket)}`;
};

/** The folders that a file's name begins with, as far as they are words and no ids. */
const foldersOf = (name: unknown): string => /^(?:[a-z-]+\/)*/.exec(String(name))?.[0] ?? '';

export const needOfFile = (action: string, bucket: string, name: unknown): Need =>
  need(`s3:${action}`, `${bucket}/${foldersOf(name)}`);

function ofFiles(command: string, input: Input): Need[] {
  const bucket = bucketOf(input);
  if (command === 'ListObjectsV2') return [need('s3:ListBucket', bucket)];
  if (command === 'ListObjectVersions') return [need('s3:ListBucketVersions', bucket)];
  const ofVersion = input.VersionId === undefined ? '' : 'Version';
  const own = needOfFile(
    command === 'HeadObject' ? 'GetObject' : `${command}${ofVersion}`,
    bucket,
    input.Key,
  );
  // S3 requires both to delete a file only if it is unchanged
  const reads = command === 'DeleteObject' && input.IfMatch !== undefined;
  return reads ? [own, needOfFile('GetObject', bucket, input.Key)] : [own];
}

/** S3 responds 404 for a missing file only with permission to list the bucket; otherwise 403. */
export const needOfMissingFile = (input: Input): Need => need('s3:ListBucket', bucketOf(input));

export const needOfKms = (command: string, context: object = {}): Need =>
  need(`kms:${command}`, 'vault key', Object.keys(context).toSorted().join());

export const needOfQueue = (queue: string): Need => need('sqs:SendMessage', `queue of ${queue}`);

/** Commands authorized by the user's access token instead of IAM. */
const byAccessToken = new Set(['AssociateSoftwareToken', 'VerifySoftwareToken']);

/** An email of the sender's domain goes through the configuration set of that domain, whether it names it or not. */
const ofEmail = (command: string): Need[] =>
  command === 'SendEmail'
    ? [need('ses:SendEmail', 'sender'), need('ses:SendEmail', 'configuration set')]
    : [need(`ses:${command}`, command === 'GetAccount' ? '*' : 'sender')];

const queues: Record<string, string> = {
  ACCOUNT_JOBS_URL: 'accounts',
  EMAIL_JOBS_URL: 'emails',
  DATA_JOBS_URL: 'data',
  FAILED_JOBS_URL: 'failed jobs',
};

/** Returns the queue of an address in the environment. */
function queueAt(address: unknown): string {
  const name = Object.keys(queues).find(
    (text) => process.env[text] !== undefined && process.env[text] === address,
  );
  return (name && queues[name]) ?? `queue ${String(address)}`;
}

const services: Record<string, (command: string, input: Input) => Need[]> = {
  DynamoDBDocumentClient: ofTable,
  S3Client: ofFiles,
  KMSClient: (command, input) => [needOfKms(command, input.EncryptionContext as object | undefined)],
  SESv2Client: ofEmail,
  SQSClient: (_, input) => [needOfQueue(queueAt(input.QueueUrl))],
  SecretsManagerClient: (command) => [need(`secretsmanager:${command}`, 'secrets')],
  CognitoIdentityProviderClient: (command) =>
    byAccessToken.has(command) ? [] : [need(`cognito-idp:${command}`, 'pool')],
};

/** Returns the IAM requests of an SDK command, by the class names of client and command (`GetCommand`). */
export function needsOf(client: string, command: string, input: Input): Need[] {
  const name = command.replace(/Command$/, '');
  return services[client]?.(name, input) ?? [need(`${client}:${name}`, '*')];
}
