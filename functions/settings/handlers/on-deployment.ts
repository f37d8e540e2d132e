import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { clientSettings } from '../../platform/client-settings.ts';
import { now } from '../../platform/clock.ts';
import { client } from '../../table/client.ts';

const variables = z.record(z.string(), z.string());

/** Event of CloudFormation for a custom resource. */
const deploymentEvent = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  RequestId: z.string(),
  StackId: z.string(),
  LogicalResourceId: z.string(),
  ResponseURL: z.url(),
  ResourceProperties: z.object({
    release: z.string(),
    /** Values by row. */
    rows: z.record(z.string(), variables),
    /** Names of secrets by row and variable, because CloudFormation does not resolve secrets in custom resources. */
    secrets: z.record(z.string(), variables),
  }),
});

/**
 * Stores the settings of a deployment, which functions read (functions/table/deployed-settings.ts), and adds the release
 * to the history. A removed stage retains them. CloudFormation waits for the response.
 */
export async function handler(sent: unknown): Promise<void> {
  const { RequestType, ResourceProperties, ResponseURL, ...of } = deploymentEvent.parse(sent);
  const problem =
    RequestType === 'Delete'
      ? undefined
      : await store(ResourceProperties).then(
          () => undefined,
          (error: unknown) => (error instanceof Error ? error.message : 'unknown error'),
        );
  await fetch(ResponseURL, {
    method: 'PUT',
    body: JSON.stringify({
      ...of,
      Status: problem === undefined ? 'SUCCESS' : 'FAILED',
      Reason: problem ?? 'The settings are stored.',
      PhysicalResourceId: 'settings',
    }),
  });
}

async function store({
  release,
  rows,
  secrets,
}: z.output<typeof deploymentEvent>['ResourceProperties']): Promise<void> {
  const TableName = process.env.SETTINGS_TABLE;
  const at = now().toISOString();
  for (const name of new Set([...Object.keys(rows), ...Object.keys(secrets)])) {
    const values = { ...rows[name], ...(await opened(secrets[name] ?? {})) };
    await client.send(new PutCommand({ TableName, Item: { name, values, at } }));
  }
  await client.send(
    new PutCommand({ TableName, Item: { name: `release ${at}`, at, release, event: 'deployed' } }),
  );
}

async function opened(secrets: Record<string, string>): Promise<Record<string, string>> {
  const manager = new SecretsManagerClient(clientSettings());
  const values = Object.entries(secrets).map(async ([variable, SecretId]) => {
    const { SecretString = '' } = await manager.send(new GetSecretValueCommand({ SecretId }));
    return [variable, SecretString] as const;
  });
  return Object.fromEntries(await Promise.all(values));
}
