import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../infra/local/time-and-chance.ts';

interface Template {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}
interface AlarmProperties {
  Metrics?: { MetricStat?: { Metric: object; Stat: string; Period: number } }[];
}

/**
 * Changes templates where MiniStack cannot take them as AWS does, and returns a sentence for each change. What goes to
 * AWS is as it was.
 *
 * @param folder the templates that the CDK made
 */
export function fitMiniStack(folder: string): string[] {
  const secret = newId();
  const told: string[] = [];
  let answering = 0;
  for (const file of globSync('*.template.json', { cwd: folder })) {
    const path = join(folder, file);
    const template = JSON.parse(readFileSync(path, 'utf8')) as Template;
    told.push(...plainAlarms(template));
    nameSecret(template, secret);
    const text = JSON.stringify(template);
    const written = text.replaceAll(cdnSecretReference, JSON.stringify(secret));
    if (written !== text) answering += 1;
    writeFileSync(path, written);
  }
  told.push(`A secret is not resolved in a nested stack: ${answering} templates hold the CDN's as a text.`);
  return told;
}

/** The CDN's secret as functions and the CDN are given it, resolved when a stack is deployed. */
const cdnSecretReference =
  /\{"Fn::Join":\["",\["\{\{resolve:secretsmanager:",\{[^{}]*CdnSecret[^{}]*\},":SecretString:::\}\}"\]\]\}/g;

function nameSecret({ Resources }: Template, secret: string): void {
  for (const [name, { Type, Properties }] of Object.entries(Resources)) {
    if (Type !== 'AWS::SecretsManager::Secret' || !name.startsWith('CdnSecret')) continue;
    delete Properties.GenerateSecretString;
    Properties.SecretString = secret;
  }
}

/** An alarm that is computed from several metrics is refused; it watches the first of them. */
function plainAlarms({ Resources }: Template): string[] {
  return Object.entries(Resources).flatMap(([name, { Type, Properties }]) => {
    const { Metrics } = Properties as AlarmProperties;
    if (Type !== 'AWS::CloudWatch::Alarm' || !Metrics) return [];
    const first = Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat;
    if (!first) throw new Error(`the alarm ${name} watches no metric`);
    delete Properties.Metrics;
    Object.assign(Properties, first.Metric, { Statistic: first.Stat, Period: first.Period });
    return [`No alarm is computed from several metrics: ${name} watches the first of them.`];
  });
}
