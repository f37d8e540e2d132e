import { UserError, userMessage } from '../local/tools/user-error.ts';
import { stages } from '../stages/stage-file.ts';
import { CloudFormationClient, DescribeStacksCommand } from './aws-tools.mjs';

/** Returns a command for the stage in use, as printed for the operator. */
export const nextCommand = (command: string): string =>
  `npm run operate -- ${command} --stage ${process.env.OPERATED_STAGE ?? '<stage>'}`;

/** Returns what to do about a user of the table without a login in the pool; '' if the login exists. */
export async function lostLoginAdvice(email: string): Promise<string> {
  const { findPoolUser } = await import('../../functions/platform/user-pool.ts');
  return (await findPoolUser(email))
    ? ''
    : `${email} has no login in the user pool, and cannot log in. Create missing logins: ${nextCommand('rebuild-people --carry-out')}`;
}

/** Stack outputs by environment variable. */
const wanted: readonly [variable: string, stack: string, output: string][] = [
  ['TABLE_NAME', 'Data', 'TableName'],
  ['SETTINGS_TABLE', 'Data', 'SettingsTableName'],
  ['FILES_BUCKET', 'Data', 'FilesName'],
  ['OUTBOX_BUCKET', 'Data', 'OutboxName'],
  ['AGREEMENTS_BUCKET', 'Data', 'AgreementsName'],
  ['ACCOUNT_JOBS_URL', 'Jobs', 'accountsQueueAddress'],
  ['EMAIL_JOBS_URL', 'Jobs', 'emailsQueueAddress'],
  ['DATA_JOBS_URL', 'Jobs', 'dataQueueAddress'],
  ['FAILED_JOBS_URL', 'Jobs', 'FailedJobsAddress'],
  ['FAILED_SCHEDULES_URL', 'Jobs', 'FailedSchedulesAddress'],
  ['SECRETS_ID', 'Data', 'SecretsArn'],
  ['FINGERPRINT_KEY_ID', 'Data', 'FingerprintKeyArn'],
  ['INVITATION_KEY_ID', 'Data', 'InvitationKeyArn'],
  ['USER_POOL_ID', 'Identity', 'PoolId'],
  ['USER_POOL_CLIENT_ID', 'Identity', 'ClientId'],
  ['MAIL_FROM', 'Jobs', 'MailFrom'],
  ['MAIL_CONFIGURATION_SET', 'Jobs', 'MailConfigurationSet'],
  ['SITE_ADDRESS', 'Site', 'SiteAddress'],
  ['PAGES_BUCKET', 'Site', 'PagesName'],
  ['DISTRIBUTION_ID', 'Site', 'DistributionId'],
  ['CDN_SECRET_ID', 'Site', 'CdnSecretId'],
];

/**
 * Sets the environment to a deployed stage from the outputs of its stacks and the operator's settings; OWN_TABLE_NAME is
 * the stage's own table, TABLE_NAME the one in use. Throws if the stage is unknown or not
 * deployed. Credentials and region are those of the AWS tools.
 */
export async function useDeployment(stage: string): Promise<void> {
  mustBeStage(stage);
  const client = new CloudFormationClient({});
  for (const [variable, stack, output] of wanted)
    process.env[variable] = await outputOf(client, `Wellport-${stage}-${stack}`, output);
  process.env.OPERATED_STAGE = stage;
  process.env.OWN_TABLE_NAME = process.env.TABLE_NAME;
  const { operatorValues } = await import('./settings-table.ts');
  Object.assign(process.env, await operatorValues());
}

export function mustBeStage(stage: string): void {
  if (!stages.some((name) => name === stage))
    throw new UserError(`Unknown stage "${stage}": choose ${stages.join(', ')}.`);
}

async function outputOf(client: CloudFormationClient, stack: string, output: string): Promise<string> {
  const { Stacks = [] } = await client
    .send(new DescribeStacksCommand({ StackName: stack }))
    .catch((error: unknown): never => {
      if (userMessage(error) !== undefined) throw error;
      throw new UserError(`The stack ${stack} could not be read: ${(error as Error).message}`);
    });
  const value = Stacks[0]?.Outputs?.find(({ OutputKey }) => OutputKey === output)?.OutputValue;
  if (!value) throw new UserError(`The stack ${stack} has no output ${output}: deploy this version first.`);
  return value;
}
