import type { App } from 'aws-cdk-lib/core';
import { errorName } from '../../shared/refusal.ts';
import { UserError } from '../local/tools/user-error.ts';
import type { Settings } from '../stages/stage.ts';
import { contextNames, type Stage, stages } from '../stages/stage-file.ts';
import { CloudFormationClient, DescribeStacksCommand, LambdaClient } from './aws-tools.mjs';

/** What a first deployment depends on, read from the account. */
export interface Account {
  region: () => Promise<string>;
  /** Returns a stack; undefined if it does not exist. */
  stack: (
    name: string,
    region: string,
  ) => Promise<{ status: string; outputs: Record<string, string> } | undefined>;
  hasSecret: (name: string) => Promise<boolean>;
  /** State of a domain in SES. */
  sender: (domain: string) => Promise<'unknown' | 'unverified' | 'verified'>;
  mayEmailAnyone: () => Promise<boolean>;
  /** Reports whether the portal is served at an address. */
  isServed: (address: string) => Promise<boolean>;
  hasGoodRelease: () => Promise<boolean>;
  hasAdministrator: () => Promise<boolean>;
}

interface Deployment {
  account: Account;
  settings: Settings;
  region: string;
  deploy: string;
}

/** A step of a first deployment, as in docs/deploy.md. */
interface Step {
  name: string;
  /** Returns what is missing, with the next command or act; undefined if nothing is. */
  missing: (deployment: Deployment) => Promise<string | undefined>;
}

/** Region of CloudFront's certificates and firewall. */
const cdnRegion = 'us-east-1';

const isDeployed = (status: string | undefined): boolean =>
  status !== undefined && /^(CREATE|UPDATE|UPDATE_ROLLBACK|IMPORT)_COMPLETE$/.test(status);

/** Stacks in the order of their deployment, with the usual cause of a failure. */
const stackHelp: Readonly<Record<string, string>> = {
  Data: 'If a vault "already exists", name another one with backupVaultName. If a place of the second copy is missing, deploy infra/copy.ts first.',
  Identity: '',
  Gateway: '',
  Site: 'The certificate must be issued: aws acm describe-certificate --region us-east-1 --query Certificate.Status --certificate-arn <certificate>. No other distribution may have the domain.',
  Jobs: 'If the email identity "already exists", set senderIdentity to existing.',
  'Api-main': '',
  'Api-machines': '',
  'Api-money': '',
  'Api-people': '',
  Pages: '',
  Status: '',
};

/** Steps of a first deployment, in order. */
export const setUpSteps: readonly Step[] = [
  {
    name: 'Region',
    missing: async ({ settings: { firewall, domain }, region }) => {
      if (firewall && region !== cdnRegion)
        return `A stage with a firewall is deployed in ${cdnRegion}, not in ${region}: export AWS_REGION=${cdnRegion}`;
      const certificateRegion = domain?.certificateArn.split(':')[3];
      if (domain && certificateRegion !== cdnRegion)
        return `The certificate is in ${certificateRegion}. Request one in ${cdnRegion} and enter its ARN: aws acm request-certificate --region ${cdnRegion} --validation-method DNS --domain-name ${domain.name}`;
      return undefined;
    },
  },
  {
    name: 'CDK',
    missing: async ({ account, settings, region }) => {
      for (const each of new Set([region, settings.statusRegion ?? region]))
        if (!isDeployed((await account.stack('CDKToolkit', each))?.status))
          return `The CDK is not prepared in ${each}: npx cdk bootstrap aws://<account>/${each}`;
      return undefined;
    },
  },
  {
    name: 'Secrets',
    missing: async ({ account, settings }) => {
      const names = [
        settings.captchaSecretName,
        settings.bankSftpKeySecretName,
        settings.appleWalletSecretName,
        settings.googleWalletSecretName,
        settings.alarmAddressSecretName,
      ];
      for (const name of names)
        if (name !== undefined && !(await account.hasSecret(name)))
          return `The secret ${name} does not exist: aws secretsmanager create-secret --name ${name} --secret-string file://<file>`;
      return undefined;
    },
  },
  {
    name: 'Stacks',
    missing: async (deployment) => {
      const { account, settings, region, deploy } = deployment;
      const conflict = await senderConflict(deployment);
      if (conflict !== undefined) return conflict;
      for (const [part, help] of Object.entries(stackHelp)) {
        const name = `Wellport-${settings.stage}-${part}`;
        const own = part === 'Status' ? (settings.statusRegion ?? region) : region;
        const status = (await account.stack(name, own))?.status;
        if (isDeployed(status)) continue;
        // a change set that could not be made leaves a stack to be reviewed, without resources and without an end
        if (status === undefined || status === 'REVIEW_IN_PROGRESS')
          return `The stack ${name} does not exist: ${deploy}`;
        if (status.endsWith('_IN_PROGRESS')) return `The stack ${name} is ${status}: wait for its end.`;
        return [
          `The stack ${name} is ${status}. aws cloudformation describe-stack-events --region ${own} --stack-name ${name} names the resource and the reason.`,
          ...(help ? [help] : []),
          ...(status === 'UPDATE_ROLLBACK_FAILED'
            ? [
                `First end the rollback: aws cloudformation continue-update-rollback --region ${own} --stack-name ${name}`,
              ]
            : []),
          `Then: ${deploy}`,
          // the stack of a failed update has data
          ...(/^(CREATE_FAILED|ROLLBACK_)/.test(status)
            ? [
                `If the stack must be deleted first: aws cloudformation update-termination-protection --no-enable-termination-protection --region ${own} --stack-name ${name}, then aws cloudformation delete-stack --region ${own} --stack-name ${name}. Tables, buckets, keys, and secrets of the failed attempt remain without data: delete them.`,
              ]
            : []),
        ].join('\n');
      }
      return undefined;
    },
  },
  {
    name: 'Domain',
    missing: async ({ account, settings, region }) => {
      const outputs = (await account.stack(`Wellport-${settings.stage}-Site`, region))?.outputs ?? {};
      const address = outputs.SiteAddress ?? '';
      if (await account.isServed(address)) return undefined;
      return settings.domain
        ? `${address} does not lead to the portal. Add this record to the DNS of the domain and wait until it is known: ${settings.domain.name} CNAME ${outputs.CdnAddress}`
        : `${address} does not serve the portal: npm run operate -- smoke --stage ${settings.stage}`;
    },
  },
  {
    name: 'Email sender',
    missing: async ({ account, settings, region }) => {
      const domain = /@([\w.-]+)/.exec(settings.mailFrom)?.[1];
      // a stage without settings of its own sends no email
      if (domain === undefined || domain.endsWith('.test')) return undefined;
      const { outputs = {} } = (await account.stack(`Wellport-${settings.stage}-Jobs`, region)) ?? {};
      const records = ['Dkim1', 'Dkim2', 'Dkim3'].map((name) => outputs[name]);
      if ((await account.sender(domain)) !== 'verified')
        return `SES has not verified ${domain}. Add these records to its DNS and wait until they are known:\n  ${records.map((record) => record ?? '(as the stage that registered the domain)').join('\n  ')}`;
      if (!(await account.mayEmailAnyone()))
        return 'The account is in the sandbox of SES, or sending is paused. Request production access: aws sesv2 put-account-details --production-access-enabled --mail-type TRANSACTIONAL --website-url <site>';
      return undefined;
    },
  },
  {
    name: 'Smoke check',
    missing: async ({ account, settings: { stage } }) =>
      (await account.hasGoodRelease())
        ? undefined
        : `No release passed the smoke check: npm run operate -- smoke --stage ${stage}`,
  },
  {
    name: 'First administrator',
    missing: async ({ account, settings: { stage } }) =>
      (await account.hasAdministrator())
        ? undefined
        : `No administrator can log in: npm run operate -- first-admin <email> --name "<first and last name>" --stage ${stage}, then open its link and choose a password.`,
  },
];

/** A domain that is registered before the stage registers it. */
async function senderConflict({ account, settings, region }: Deployment): Promise<string | undefined> {
  const { senderDomain, stage } = settings;
  if (senderDomain === undefined || (await account.stack(`Wellport-${stage}-Jobs`, region))) return undefined;
  return (await account.sender(senderDomain)) === 'unknown'
    ? undefined
    : `SES has ${senderDomain} already, from another or a removed stage. Set senderIdentity to existing in infra/stages/stage-file.ts, or deploy with -c senderIdentity=existing.`;
}

/**
 * Returns the state of a first deployment: the steps that are done, and what is missing for the next one with its command.
 * Changes nothing.
 */
export async function setUpState(
  account: Account,
  settings: Settings,
  context: Record<string, string> = {},
): Promise<string> {
  const region = await account.region();
  const deploy = `npm run deploy -- -c stage=${settings.stage}${optionsOf(context)}`;
  const done: string[] = [];
  for (const { name, missing } of setUpSteps) {
    const text = await missing({ account, settings, region, deploy });
    if (text !== undefined)
      return [
        ...done,
        `missing  ${name}`,
        '',
        text,
        '',
        `Afterwards: ${again(settings.stage, context)}`,
      ].join('\n');
    done.push(`done     ${name}`);
  }
  const { outputs = {} } = (await account.stack(`Wellport-${settings.stage}-Site`, region)) ?? {};
  return [
    ...done,
    '',
    `Log in, and complete ${outputs.SiteAddress ?? ''}/admin/checklist. Confirm the emails of AWS to the alarm address.`,
    ...(settings.keepsData && !settings.secondCopy
      ? ['There is no second copy of the data: docs/deploy.md (Second copy).']
      : []),
  ].join('\n');
}

const again = (stage: string, context: Record<string, string> = {}): string =>
  `npm run operate -- set-up --stage ${stage}${optionsOf(context)}`;

/** Returns the values of the command line besides the stage, for the next command. */
const optionsOf = (context: Record<string, string>): string =>
  Object.entries(context)
    .filter(([name]) => name !== 'stage')
    .map(([name, value]) => ` -c '${name}=${value.replaceAll("'", String.raw`'\''`)}'`)
    .join('');

/** Returns the settings of a stage. Throws UserError with the missing and wrong values, and the next command. */
export async function settingsBeforeDeployment(context: Record<string, string>): Promise<Settings> {
  const [{ App: CdkApp }, { settingsOf }] = await Promise.all([
    import('aws-cdk-lib/core'),
    import('../stages/stage.ts'),
  ]);
  const app: App = new CdkApp({ context });
  try {
    const unknown = Object.keys(context).filter(
      // flags of the CDK contain a colon
      (name) =>
        name !== 'stage' && !name.includes(':') && !contextNames.some((contextName) => contextName === name),
    );
    if (unknown.length > 0)
      throw new Error(`Unknown values: ${unknown.join(', ')}. docs/deploy.md lists them (AWS, Stages).`);
    return settingsOf(app.node);
  } catch (error) {
    const stage = stages.find((name) => name === (context.stage ?? 'dev')) ?? '<stage>';
    throw new UserError(`${(error as Error).message}\nAfterwards: ${again(stage, context)}`);
  }
}

/** Reads the account of the operator's credentials. */
export function ownAccount(stage: Stage): Account {
  const deployed = async () => (await import('./deployment.ts')).useDeployment(stage);
  return {
    region: () =>
      new LambdaClient({}).config.region().catch(() => {
        throw new UserError('No region is set: export AWS_REGION=us-east-1');
      }),
    stack: readStack,
    hasSecret: async (SecretId) => {
      const { DescribeSecretCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
      return new SecretsManagerClient({}).send(new DescribeSecretCommand({ SecretId })).then(
        () => true,
        (error: unknown) => absent(error, 'ResourceNotFoundException'),
      );
    },
    sender: async (EmailIdentity) => {
      const { GetEmailIdentityCommand, SESv2Client } = await import('@aws-sdk/client-sesv2');
      return new SESv2Client({}).send(new GetEmailIdentityCommand({ EmailIdentity })).then(
        ({ VerifiedForSendingStatus }) => (VerifiedForSendingStatus ? 'verified' : 'unverified'),
        (error: unknown) => {
          absent(error, 'NotFoundException');
          return 'unknown';
        },
      );
    },
    mayEmailAnyone: async () => {
      const { GetAccountCommand, SESv2Client } = await import('@aws-sdk/client-sesv2');
      const { ProductionAccessEnabled, SendingEnabled } = await new SESv2Client({}).send(
        new GetAccountCommand({}),
      );
      return ProductionAccessEnabled === true && SendingEnabled !== false;
    },
    isServed: (address) =>
      fetch(address).then(
        async (response) => (await response.text()).includes('<div id="root"'),
        () => false,
      ),
    hasGoodRelease: async () => {
      await deployed();
      const { releaseHistory } = await import('./settings-table.ts');
      return (await releaseHistory()).some(({ event }) => event === 'good');
    },
    hasAdministrator: async () => {
      await deployed();
      const { listAdministrators } = await import('../../functions/administrators/store.ts');
      return (await listAdministrators()).some(({ status }) => status === 'active');
    },
  };
}

async function readStack(StackName: string, region: string): ReturnType<Account['stack']> {
  const client = new CloudFormationClient({ region });
  const { Stacks = [] } = await client.send(new DescribeStacksCommand({ StackName })).catch(missingStack);
  const [stack] = Stacks;
  if (!stack) return undefined;
  const outputs = (stack.Outputs ?? []).map(({ OutputKey = '', OutputValue = '' }) => [
    OutputKey,
    OutputValue,
  ]);
  return {
    status: stack.StackStatus ?? '',
    outputs: Object.fromEntries(outputs) as Record<string, string>,
  };
}

function missingStack(error: unknown): { Stacks?: undefined } {
  if (errorName(error) === 'ValidationError' && (error as Error).message.includes('does not exist'))
    return {};
  if (errorName(error) === 'CredentialsProviderError' || /[Cc]redential|token/.test((error as Error).message))
    throw new UserError(
      `AWS accepts no credentials: aws configure, or aws sso login. ${(error as Error).message}`,
    );
  throw error;
}

/** Returns false for an error that means absence; throws others. */
function absent(error: unknown, name: string): false {
  if (errorName(error) !== name) throw error;
  return false;
}
