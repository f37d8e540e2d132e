import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { bankSettings } from '../shared/bank-files/bank-settings.ts';
import { siteSettingsOf, type SiteSettings } from './site-settings.ts';

export const stages = ['dev', 'staging', 'production'] as const;
export type Stage = (typeof stages)[number];

/** What differs between one deployment and another; everything else is the same everywhere. */
export interface Settings {
  stage: Stage;
  /** Data outlives its stack, and the table and the user pool refuse to be deleted. */
  keepsData: boolean;
  removal: RemovalPolicy;
  logRetention: RetentionDays;
  /** How the sender of mails is named; SES must know the address or its domain. */
  mailFrom: string;
  /** How the bank wants its files (shared/bank-files/bank-settings.ts), as JSON; empty: nothing is sent from here. */
  bankSettings: string;
  /** The site's own domain with its certificate (us-east-1); else CloudFront's address is the site's. */
  domain?: { name: string; certificateArn: string };
  /** Where letters of visitors go: requests for a demo and the like, and everything else. */
  salesAddress: string;
  supportAddress: string;
  /** How many letters of visitors one source may send in an hour. */
  lettersPerHour: number;
  /** How long a partner's replaced bank account waits before a bank file uses it. */
  bankAccountWaitHours: number;
  /** What visitors are shown and led to. */
  site: SiteSettings;
  /** The name of the secret that holds the captcha's secret key, as plain text. */
  captchaSecretName?: string;
  /** Who is told of alarms. */
  alarmEmail?: string;
}

/** Reads the settings from the app's context (`-c stage=production -c domain=…`); refuses what does not fit together. */
export function settingsOf(node: Node): Settings {
  const text = (name: string): string | undefined => {
    const value: unknown = node.tryGetContext(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const stage = stages.find((one) => one === (text('stage') ?? 'dev'));
  if (!stage) throw new Error(`There is no stage "${text('stage')}": choose ${stages.join(', ')}.`);
  const [domain, certificateArn] = [text('domain'), text('certificate')];
  if (Boolean(domain) !== Boolean(certificateArn))
    throw new Error('A domain and its certificate go together: give both -c domain= and -c certificate=.');
  if (Boolean(text('captchaSiteKey')) !== Boolean(text('captchaSecretName')))
    throw new Error('A captcha has two keys: give both -c captchaSiteKey= and -c captchaSecretName=.');
  if (Boolean(text('mapKey')) !== Boolean(text('mapId')))
    throw new Error('Google’s map needs a key and a map id: give both -c mapKey= and -c mapId=.');
  const keepsData = stage !== 'dev';
  const bank = text('bankSettings');
  const salesAddress = text('salesAddress') ?? `sales@${domain ?? 'wellport.test'}`;
  const supportAddress = text('supportAddress') ?? `support@${domain ?? 'wellport.test'}`;
  const lettersPerHour = Number(text('lettersPerHour') ?? 20);
  if (!Number.isInteger(lettersPerHour) || lettersPerHour < 1)
    throw new Error('The context lettersPerHour is a whole number from 1.');
  const bankAccountWaitHours = Number(text('bankAccountWaitHours') ?? 24);
  if (!Number.isInteger(bankAccountWaitHours) || bankAccountWaitHours < 0)
    throw new Error('The context bankAccountWaitHours is a whole number from 0.');
  return {
    stage,
    keepsData,
    removal: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    logRetention: keepsData ? RetentionDays.ONE_YEAR : RetentionDays.ONE_WEEK,
    mailFrom: text('mailFrom') ?? `Wellport <no-reply@${domain ?? 'wellport.test'}>`,
    // checked here too, so that a deployment with wrong settings does not begin
    bankSettings: bank ? JSON.stringify(bankSettings.parse(JSON.parse(bank))) : '',
    domain: domain && certificateArn ? { name: domain, certificateArn } : undefined,
    salesAddress,
    supportAddress,
    lettersPerHour,
    bankAccountWaitHours,
    site: siteSettingsOf(node, { sales: salesAddress, support: supportAddress }),
    captchaSecretName: text('captchaSecretName'),
    alarmEmail: text('alarmEmail'),
  };
}
