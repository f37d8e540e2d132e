import { RemovalPolicy } from 'aws-cdk-lib/core';
import type { Node } from 'constructs';
import { bankSettings } from '../shared/bank-files/bank-settings.ts';
import { siteSettingsOf, type SiteSettings } from './site-settings.ts';
import { dev } from './stages/dev.ts';
import { production } from './stages/production.ts';
import type { ContextName, StageFile } from './stages/stage-file.ts';
import { stages, type Stage } from './stages/stage-names.ts';
import { staging } from './stages/staging.ts';

const stageFiles: Record<Stage, StageFile> = { dev, staging, production };

/** What differs between one deployment and another; everything else is the same everywhere. */
export interface Settings extends Omit<StageFile, 'needs' | 'context'> {
  stage: Stage;
  /** Which build of the portal this is: the commit, as `npm run deploy` gives it. */
  release: string;
  removal: RemovalPolicy;
  /** How the sender of emails is named; SES must know the address or its domain. */
  mailFrom: string;
  /** The domain of the sender, which SES is made to know; undefined where nobody named a sender or a domain. */
  senderDomain?: string;
  /** How the bank wants its files (shared/bank-files/bank-settings.ts), as JSON; empty: nothing is sent from here. */
  bankSettings: string;
  /** The site's own domain with its certificate (us-east-1); else CloudFront's address is the site's. */
  domain?: { name: string; certificateArn: string };
  /** Where emails of visitors go: requests for a demo and the like, and everything else. */
  salesAddress: string;
  supportAddress: string;
  /** How many emails of visitors one source may send in an hour. */
  siteEmailsPerHour: number;
  /** How long a partner's replaced bank account waits before a bank file uses it. */
  bankAccountWaitHours: number;
  /** More leavers in one file than either need an administrator. */
  leaversPercent: number;
  leaversCount: number;
  /** How long a roster change can be taken back. */
  rosterTakeBackHours: number;
  /** What visitors are shown and led to. */
  site: SiteSettings;
  /** The name of the secret that holds the captcha's secret key, as plain text. */
  captchaSecretName?: string;
  /** The secret with our private key at the bank's SFTP server, base64 of its file. */
  bankSftpKeySecretName?: string;
  /** A table that `npm run operate -- restore` made, in place of the stage's own. */
  restoredTable?: string;
  /** Who is told of alarms. */
  alarmEmail?: string;
}

const words: Partial<Record<ContextName, string>> = {
  domain: 'the address that people type',
  certificate: 'the certificate of that domain, in us-east-1',
  mailFrom: 'the sender of emails, which SES has verified',
  alarmEmail: 'who is told of alarms',
  bankSettings: 'how the bank wants its files (shared/bank-files/bank-settings.ts), as JSON',
};

/** Refuses a stage of which something is missing; names all of it. */
function mustBeWhole(stage: Stage, { needs }: StageFile, text: (name: ContextName) => string | undefined) {
  const missing = needs.filter((name) => text(name) === undefined);
  if (missing.length === 0) return;
  const list = missing.map((name) => `  ${name}: ${words[name] ?? 'see docs/deploy.md'}`).join('\n');
  throw new Error(
    `The stage ${stage} is not whole. Nothing was deployed. Put these into infra/stages/${stage}.ts, or give them with -c name=value:\n${list}`,
  );
}

/**
 * Reads a stage's settings from its file, and from the app's context (`-c stage=production -c domain=…`), which wins;
 * refuses what is missing and what does not fit together.
 */
export function settingsOf(node: Node): Settings {
  const stage = stageOf(node);
  const file: StageFile = stageFiles[stage];
  const given = (name: ContextName): unknown => node.tryGetContext(name) ?? file.context[name];
  const text = (name: ContextName): string | undefined => {
    const value = given(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  mustBeWhole(stage, file, text);
  const [domain, certificateArn] = [text('domain'), text('certificate')];
  if (Boolean(domain) !== Boolean(certificateArn))
    throw new Error('A domain and its certificate go together: give both -c domain= and -c certificate=.');
  if (Boolean(text('captchaSiteKey')) !== Boolean(text('captchaSecretName')))
    throw new Error('A captcha has two keys: give both -c captchaSiteKey= and -c captchaSecretName=.');
  if (Boolean(text('mapKey')) !== Boolean(text('mapId')))
    throw new Error('Google’s map needs a key and a map id: give both -c mapKey= and -c mapId=.');
  const bank = text('bankSettings');
  const salesAddress = text('salesAddress') ?? `sales@${domain ?? 'wellport.test'}`;
  const supportAddress = text('supportAddress') ?? `support@${domain ?? 'wellport.test'}`;
  const siteEmailsPerHour = Number(text('siteEmailsPerHour') ?? 20);
  if (!Number.isInteger(siteEmailsPerHour) || siteEmailsPerHour < 1)
    throw new Error('The context siteEmailsPerHour is a whole number from 1.');
  const wholeNumber = (name: ContextName, usual: number): number => {
    const value = Number(text(name) ?? usual);
    if (!Number.isInteger(value) || value < 0)
      throw new Error(`The context ${name} is a whole number from 0.`);
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
    senderDomain: text('mailFrom') || domain ? /@([\w.-]+)/.exec(mailFrom)?.[1] : undefined,
    // checked here too, so that a deployment with wrong settings does not begin
    bankSettings: bank ? JSON.stringify(bankSettings.parse(JSON.parse(bank))) : '',
    domain: domain && certificateArn ? { name: domain, certificateArn } : undefined,
    salesAddress,
    supportAddress,
    siteEmailsPerHour,
    bankAccountWaitHours: wholeNumber('bankAccountWaitHours', 24),
    leaversPercent: wholeNumber('leaversPercent', 5),
    leaversCount: wholeNumber('leaversCount', 25),
    rosterTakeBackHours: wholeNumber('rosterTakeBackHours', 24),
    site: siteSettingsOf(given, { sales: salesAddress, support: supportAddress }),
    captchaSecretName: text('captchaSecretName'),
    bankSftpKeySecretName: text('bankSftpKeySecretName'),
    restoredTable: text('restoredTable'),
    alarmEmail: text('alarmEmail'),
  };
}

function stageOf(node: Node): Stage {
  const given: unknown = node.tryGetContext('stage') || 'dev';
  const stage = stages.find((one) => one === given);
  if (!stage) throw new Error(`There is no stage "${String(given)}": choose ${stages.join(', ')}.`);
  return stage;
}
