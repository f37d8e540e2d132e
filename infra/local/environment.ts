import { secretsFile, tableAddress } from './engines.ts';
import type { Ports } from './ports.ts';
import { localPool } from './user-pool.ts';
import { randomBytes } from './tools/time-and-chance.ts';

/** Sets the environment of a deployed Lambda function, with the addresses of the local engines. */
export function setEnvironment(ports: Ports, data: string): void {
  const key = () => randomBytes(32).toString('base64');
  Object.assign(process.env, {
    STAGE: 'local',
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_ENDPOINT_URL_DYNAMODB: tableAddress(ports),
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${ports.files}`,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `http://127.0.0.1:${ports.people}`,
    AWS_ENDPOINT_URL_SESV2: `http://127.0.0.1:${ports.mail}`,
    S3_PATH_STYLE: 'true',
    LOCAL_TIMEOUT_MS: '120000',
    TABLE_NAME: 'wellport',
    FILES_BUCKET: 'wellport-files',
    AGREEMENTS_BUCKET: 'wellport-agreements',
    OUTBOX_BUCKET: 'wellport-outbox',
    USER_POOL_ID: localPool.poolId,
    USER_POOL_CLIENT_ID: localPool.clientId,
    WEBHOOKS_TO_LOCALHOST: 'on',
    SITE_ADDRESS: `http://localhost:${ports.site}`,
    SECRETS_FILE: secretsFile(data, () =>
      JSON.stringify({ fingerprintKey: key(), invitationKey: key(), vaultKey: key() }, null, 2),
    ),
  });
}
