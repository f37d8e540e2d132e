import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newId } from '../../infra/local/tools/time-and-chance.ts';

interface Template {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
}
interface AlarmProperties {
  Metrics?: { MetricStat?: { Metric: object; Stat: string; Period: number } }[];
}

/**
 * Adapts templates to MiniStack and returns a sentence for each change. The templates for AWS are not affected.
 *
 * @param folder synthesized templates
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
  told.push(
    `Secrets are not resolved in nested stacks: ${answering} templates contain the CDN's secret as plain text.`,
  );
  return told;
}

/** Dynamic reference to the CDN's secret, resolved at deployment. */
const cdnSecretReference =
  /\{"Fn::Join":\["",\["\{\{resolve:secretsmanager:",\{[^{}]*CdnSecret[^{}]*\},":SecretString:::\}\}"\]\]\}/g;

function nameSecret({ Resources }: Template, secret: string): void {
  for (const [name, { Type, Properties }] of Object.entries(Resources)) {
    if (Type !== 'AWS::SecretsManager::Secret' || !name.startsWith('CdnSecret')) continue;
    delete Properties.GenerateSecretString;
    Properties.SecretString = secret;
  }
}

/** Replaces metric math, which is not supported, by the first metric. */
function plainAlarms({ Resources }: Template): string[] {
  return Object.entries(Resources).flatMap(([name, { Type, Properties }]) => {
    const { Metrics } = Properties as AlarmProperties;
    if (Type !== 'AWS::CloudWatch::Alarm' || !Metrics) return [];
    const first = Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat;
    if (!first) throw new Error(`the alarm ${name} watches no metric`);
    delete Properties.Metrics;
    Object.assign(Properties, first.Metric, { Statistic: first.Stat, Period: first.Period });
    return [`Metric math alarms are not supported: ${name} uses the first metric.`];
  });
}
