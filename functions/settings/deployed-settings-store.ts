import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { clientSettings } from '../platform/client-settings.ts';
import { client } from '../table/client.ts';

type Rows = Record<string, Record<string, string>>;

/** Settings of a deployment. */
export interface Deployment {
  release: string;
  /** Values by row. */
  rows: Rows;
  /** Names of secrets by row and variable. */
  secrets: Rows;
}

/** Stores the rows of a deployment with its secrets, and adds the release to the history. */
export async function storeDeployment({ release, rows, secrets }: Deployment, at: string): Promise<void> {
  const TableName = process.env.SETTINGS_TABLE;
  for (const name of new Set([...Object.keys(rows), ...Object.keys(secrets)])) {
    const values = { ...rows[name], ...(await opened(secrets[name] ?? {})) };
    await client.send(new PutCommand({ TableName, Item: { name, values, at } }));
  }
  const deployed = { name: `release ${at}`, at, release, event: 'deployed' };
  await client.send(new PutCommand({ TableName, Item: deployed }));
}

async function opened(secrets: Record<string, string>): Promise<Record<string, string>> {
  const manager = new SecretsManagerClient(clientSettings());
  const values = Object.entries(secrets).map(async ([variable, SecretId]) => {
    const { SecretString = '' } = await manager.send(new GetSecretValueCommand({ SecretId }));
    return [variable, SecretString] as const;
  });
  return Object.fromEntries(await Promise.all(values));
}
