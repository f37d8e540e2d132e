import * as z from 'zod';
import { siteConfig, type SiteConfig, testSiteKey } from '../../shared/site/site-config.ts';
import {
  type ContextName,
  type StageFile,
  dev,
  production,
  stages,
  type Stage,
  staging,
} from './stage-file.ts';
import { SecretValue, RemovalPolicy } from 'aws-cdk-lib/core';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct, Node } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { deployedBankSettings } from '../../shared/bank-files/bank-settings.ts';
import { defaultIdleMinutes, type IdleMinutes } from '../../shared/users/sessions.ts';

/** Content of /config.json besides the release; the content security policy is derived from it. */
type SiteSettings = Omit<SiteConfig, 'release'>;

const shape = siteConfig.omit({ release: true });

/**
 * Reads the site settings from the stage's context: `links` (an object or JSON), `salesPhone`, `supportPhone`,
 * `captchaSiteKey`, `privacyRequestForm`, `mapKey`, and `mapId`. The email addresses are the recipients of visitors'
 * messages. Throws on invalid values.
 */
function siteSettingsOf(
  context: (name: ContextName) => unknown,
  mail: { sales: string; support: string },
): SiteSettings {
  const input = (name: ContextName): unknown => {
    const value = context(name);
    return value === '' ? undefined : value;
  };
  const siteKey = input('captchaSiteKey');
  if (siteKey === testSiteKey)
    throw new Error('The context captchaSiteKey is Google’s public test key, which accepts everyone.');
  const read = shape.safeParse({
    links: linksFrom(input('links')),
    privacyRequestForm: input('privacyRequestForm'),
    contacts: {
      sales: { email: mail.sales, phone: input('salesPhone') },
      support: { email: mail.support, phone: input('supportPhone') },
    },
    captcha: siteKey === undefined ? undefined : { siteKey },
    map: input('mapKey') === undefined ? undefined : { key: input('mapKey'), mapId: input('mapId') },
  });
  if (!read.success) throw new Error(`The site context is invalid:\n${z.prettifyError(read.error)}`);
  return read.data;
}

function linksFrom(input: unknown): unknown {
  if (typeof input !== 'string') return input;
  try {
    return JSON.parse(input);
  } catch {
    throw new Error('The context links is not valid JSON: use -c links=\'{"requestDemo":"https://…"}\'.');
  }
}

/** Characters excluded from generated keys, which are used in JSON, headers, and base64. */
export const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/**
 * Creates the secret read by functions/platform/secrets.ts and the secrets that its keys are generated in, because
 * Secrets Manager generates one value per secret.
 */
export function makeSecrets(
  scope: Construct,
  { removal: removalPolicy, ...names }: Settings,
): Record<'Secrets' | 'FingerprintKey' | 'InvitationKey', Secret> {
  const generated = (id: string, description: string) =>
    new Secret(scope, id, {
      description,
      generateSecretString: { passwordLength: 64, excludeCharacters: punctuation },
      removalPolicy,
    });
  const fingerprintKey = generated('FingerprintKey', 'Source of the generated fingerprint key');
  const invitationKey = generated('InvitationKey', 'Source of the generated invitation key');
  const secrets = new Secret(scope, 'Secrets', {
    description: 'Keys of the portal, as read by its functions',
    secretObjectValue: {
      fingerprintKey: fingerprintKey.secretValue,
      invitationKey: invitationKey.secretValue,
      // existing secrets, copied by name at deployment
      ...copied('captchaSecret', names.captchaSecretName),
      ...copied('bankSftpKey', names.bankSftpKeySecretName),
      ...copied('appleWallet', names.appleWalletSecretName),
      ...copied('googleWallet', names.googleWalletSecretName),
    },
    removalPolicy,
  });
  for (const secret of [fingerprintKey, invitationKey, secrets])
    acknowledge(secret, {
      'AwsSolutions-SMG4':
        'Values created with a key must remain valid under the next one, so an operator rotates keys and upgrades the table (docs/runbook.md).',
    });
  return { Secrets: secrets, FingerprintKey: fingerprintKey, InvitationKey: invitationKey };
}

const copied = (name: string, secretName: string | undefined): Record<string, SecretValue> =>
  secretName ? { [name]: SecretValue.secretsManager(secretName) } : {};

const stageFiles: Record<Stage, StageFile> = { dev, staging, production };

/** Places in another account or region, which `infra/copy.ts` creates. */
export interface SecondCopySettings {
  /** Name of the stage's own vault, which outlives its stage. */
  vaultName: string;
  vaultArn: string;
  outboxArn: string;
  agreementsArn: string;
}

/** Settings that differ between deployments. */
export interface Settings extends Omit<StageFile, 'needs' | 'context'> {
  stage: Stage;
  /** Commit of this build, set by `npm run deploy`. */
  release: string;
  removal: RemovalPolicy;
  /** Sender of emails; SES must have verified the address or its domain. */
  mailFrom: string;
  /** The sender's domain, which the stage registers with SES; undefined without one, or if it is already registered. */
  senderDomain?: string;
  /** Bank settings (shared/bank-files/bank-settings.ts) as JSON; empty: sending is unavailable. */
  bankSettings: string;
  /** Custom domain with its certificate (us-east-1); CloudFront's address by default. */
  domain?: { name: string; certificateArn: string };
  /** Recipient of demo requests; the next one receives all other messages. */
  salesAddress: string;
  supportAddress: string;
  /** Emails per source and hour. */
  siteEmailsPerHour: number;
  /** Hours before a replaced bank account is used. */
  bankAccountWaitHours: number;
  /** Hours before a new administrator can confirm payments. */
  newAdministratorWaitHours: number;
  /** Minutes without use after which a session ends, by role. */
  idleMinutes: IdleMinutes;
  /** Compares new passwords with breaches through a service of another operator. */
  checksBreachedPasswords: boolean;
  /** Limits of leavers per file above which an administrator must confirm. */
  leaversPercent: number;
  leaversCount: number;
  /** Hours in which a roster change can be reverted. */
  rosterRevertHours: number;
  /** Public settings of the site. */
  site: SiteSettings;
  /** Name of the secret with the captcha's secret key as plain text. */
  captchaSecretName?: string;
  /** Name of the secret with our private SFTP key (base64). */
  bankSftpKeySecretName?: string;
  /** Names of the secrets with the settings of wallet passes (base64 of JSON, functions/visits/wallet). */
  appleWalletSecretName?: string;
  googleWalletSecretName?: string;
  /** Recipient of alarms. */
  alarmEmail?: string;
  /** Name of the secret with the https address of a pager, which contains a key. */
  alarmAddressSecretName?: string;
  /** Address of docs/runbook.md, which alarms name. */
  runbookAddress: string;
  /** Places of the second copy, in another account or region. */
  secondCopy?: SecondCopySettings;
}

const words: Partial<Record<ContextName, string>> = {
  domain: 'the public domain of the site',
  certificate: 'the certificate of that domain, in us-east-1',
  mailFrom: 'the sender of emails, verified in SES',
  alarmEmail: 'the recipient of alarms',
  runbookAddress: 'the https address of docs/runbook.md, for example in the repository',
  bankSettings: 'the bank settings as JSON (shared/bank-files/bank-settings.ts)',
  breachedPasswords: 'on or off',
  senderIdentity: 'new or existing',
  leaversPercent: 'a whole number up to 100',
  backupVaultName: 'letters, digits, hyphens, and underscores',
  copyVaultArn: 'the output of the second copy',
  outboxCopyArn: 'the output of the second copy',
  agreementsCopyArn: 'the output of the second copy',
};

const arn = (service: string, resource: string): RegExp =>
  new RegExp(String.raw`^arn:aws[\w-]*:${service}:[\w-]*:\d*:${resource}$`);

/** Formats that AWS would refuse, or the portal would ignore, only after the first stacks are deployed. */
const formats: Partial<Record<ContextName, RegExp>> = {
  domain: /^[a-z\d-]+(\.[a-z\d-]+)+$/,
  certificate: /^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/,
  mailFrom: /^([^<>@]* <[^\s<>@]+@[\w-]+(\.[\w-]+)+>|[^\s<>@]+@[\w-]+(\.[\w-]+)+)$/,
  alarmEmail: /^[^\s@]+@[\w-]+(\.[\w-]+)+$/,
  runbookAddress: /^https:\/\/[\w-]+(\.[\w-]+)+/,
  breachedPasswords: /^(on|off)$/,
  senderIdentity: /^(new|existing)$/,
  leaversPercent: /^(\d{1,2}|100)$/,
  backupVaultName: /^[\w-]{2,50}$/,
  copyVaultArn: arn('backup', String.raw`backup-vault:[\w-]{2,50}`),
  outboxCopyArn: arn('s3', String.raw`[a-z\d.-]{3,63}`),
  agreementsCopyArn: arn('s3', String.raw`[a-z\d.-]{3,63}`),
};

/** Throws with all missing and malformed values of a stage. */
function mustBeWhole(stage: Stage, { needs }: StageFile, text: (name: ContextName) => string | undefined) {
  const line = (name: ContextName) => `  ${name}: ${words[name] ?? 'see docs/deploy.md'}`;
  const missing = needs.filter((name) => text(name) === undefined).map(line);
  const malformed = (Object.keys(formats) as ContextName[]).flatMap((name) => {
    const value = text(name);
    return value === undefined || formats[name]?.test(value) ? [] : [`${line(name)}, not ${value}`];
  });
  const wrong = [
    ...(missing.length > 0
      ? ['Add these to infra/stages/stage-file.ts or pass them with -c name=value:', ...missing]
      : []),
    ...(malformed.length > 0 ? ['Correct these:', ...malformed] : []),
  ];
  if (wrong.length > 0)
    throw new Error(
      `The stage ${stage} ${missing.length > 0 ? 'is incomplete' : 'has wrong values'}. Nothing was deployed. ${wrong.join('\n')}`,
    );
}

/** Returns the bank settings as stored. Validated here as well, so that a deployment with invalid ones does not start. */
function bankSettingsOf(input: string | undefined): string {
  if (input === undefined) return '';
  let value: unknown;
  try {
    value = JSON.parse(input);
  } catch {
    throw new Error('The context bankSettings is not valid JSON (shared/bank-files/bank-settings.ts).');
  }
  try {
    return JSON.stringify(deployedBankSettings(value));
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new Error(`The context bankSettings is invalid:\n${z.prettifyError(error)}`, { cause: error });
  }
}

/**
 * Reads a stage's settings from its file and from the app's context (`-c stage=production -c domain=…`), which takes
 * precedence. Throws on missing or inconsistent values.
 */
export function settingsOf(node: Node): Settings {
  const stage = stageOf(node);
  const file: StageFile = stageFiles[stage];
  const input = (name: ContextName): unknown => node.tryGetContext(name) ?? file.context[name];
  const text = (name: ContextName): string | undefined => {
    const value = input(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  mustBeWhole(stage, file, text);
  const [domain, certificateArn] = [text('domain'), text('certificate')];
  if (Boolean(domain) !== Boolean(certificateArn))
    throw new Error('A domain requires its certificate: pass both -c domain= and -c certificate=.');
  if (Boolean(text('captchaSiteKey')) !== Boolean(text('captchaSecretName')))
    throw new Error('A captcha requires two keys: pass both -c captchaSiteKey= and -c captchaSecretName=.');
  if (Boolean(text('mapKey')) !== Boolean(text('mapId')))
    throw new Error('Google Maps requires a key and a map ID: pass both -c mapKey= and -c mapId=.');
  const salesAddress = text('salesAddress') ?? `sales@${domain ?? 'wellport.test'}`;
  const supportAddress = text('supportAddress') ?? `support@${domain ?? 'wellport.test'}`;
  const wholeNumber = (name: ContextName, fallback: number, least = 0): number => {
    const value = Number(text(name) ?? fallback);
    if (!Number.isInteger(value) || value < least)
      throw new Error(`The context ${name} must be a whole number of at least ${least}.`);
    return value;
  };
  const { needs: _needs, context: _context, ...deployed } = file;
  const mailFrom = text('mailFrom') ?? `Wellport <no-reply@${domain ?? 'wellport.test'}>`;
  return {
    ...deployed,
    stage,
    release: text('release') ?? 'unnamed',
    removal: file.keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    mailFrom,
    senderDomain: registersSender(text) ? /@([\w.-]+)/.exec(mailFrom)?.[1] : undefined,
    bankSettings: bankSettingsOf(text('bankSettings')),
    domain: domain && certificateArn ? { name: domain, certificateArn } : undefined,
    salesAddress,
    supportAddress,
    siteEmailsPerHour: wholeNumber('siteEmailsPerHour', 20, 1),
    bankAccountWaitHours: wholeNumber('bankAccountWaitHours', 24),
    newAdministratorWaitHours: wholeNumber('newAdministratorWaitHours', 24),
    idleMinutes: idleMinutesOf(wholeNumber),
    checksBreachedPasswords: text('breachedPasswords') === 'on',
    leaversPercent: wholeNumber('leaversPercent', 5),
    leaversCount: wholeNumber('leaversCount', 25),
    rosterRevertHours: wholeNumber('rosterRevertHours', 24),
    warmCopies: wholeNumber('warmCopies', file.warmCopies),
    site: siteSettingsOf(input, { sales: salesAddress, support: supportAddress }),
    ...secretNamesOf(text),
    alarmEmail: text('alarmEmail'),
    statusRegion: domain && file.firewall ? file.statusRegion : undefined,
    runbookAddress: text('runbookAddress') ?? 'docs/runbook.md',
    secondCopy: secondCopyOf(stage, text),
  };
}

const secretNamesOf = (text: (name: ContextName) => string | undefined) => ({
  captchaSecretName: text('captchaSecretName'),
  bankSftpKeySecretName: text('bankSftpKeySecretName'),
  appleWalletSecretName: text('appleWalletSecretName'),
  googleWalletSecretName: text('googleWalletSecretName'),
  alarmAddressSecretName: text('alarmAddressSecretName'),
});

/** SES has one identity per domain and region, which several stages can use and which outlives its stage. */
function registersSender(text: (name: ContextName) => string | undefined): boolean {
  return text('senderIdentity') !== 'existing' && Boolean(text('mailFrom') ?? text('domain'));
}

function secondCopyOf(
  stage: Stage,
  text: (name: ContextName) => string | undefined,
): SecondCopySettings | undefined {
  const [vaultArn, outboxArn, agreementsArn] = [
    text('copyVaultArn'),
    text('outboxCopyArn'),
    text('agreementsCopyArn'),
  ];
  const vaultName = text('backupVaultName') ?? `wellport-${stage}`;
  if (vaultArn && outboxArn && agreementsArn) return { vaultName, vaultArn, outboxArn, agreementsArn };
  if (!vaultArn && !outboxArn && !agreementsArn) return undefined;
  throw new Error(
    'A second copy requires three places: pass -c copyVaultArn=, -c outboxCopyArn=, and -c agreementsCopyArn=.',
  );
}

const idleMinutesOf = (
  wholeNumber: (name: ContextName, fallback: number, least: number) => number,
): IdleMinutes => ({
  administrators: wholeNumber('administratorIdleMinutes', defaultIdleMinutes.administrators, 1),
  managers: wholeNumber('managerIdleMinutes', defaultIdleMinutes.managers, 1),
  members: wholeNumber('memberIdleMinutes', defaultIdleMinutes.members, 1),
});

function stageOf(node: Node): Stage {
  const input: unknown = node.tryGetContext('stage') || 'dev';
  const stage = stages.find((candidate) => candidate === input);
  if (!stage) throw new Error(`Unknown stage "${String(input)}": choose ${stages.join(', ')}.`);
  return stage;
}
