import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Template {
  Resources: Record<string, { Type: string; Properties: Record<string, unknown> }>;
  Outputs?: Record<string, unknown>;
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
  const told: string[] = [];
  for (const file of globSync('*.template.json', { cwd: folder })) {
    const path = join(folder, file);
    const template = JSON.parse(readFileSync(path, 'utf8')) as Template;
    told.push(
      ...plainAlarms(template),
      ...withoutComposites(template),
      ...withoutUnsupported(template),
      ...withoutDkim(template),
      ...withoutInput(template),
    );
    writeFileSync(path, JSON.stringify(template));
  }
  return told;
}

/** Replaces metric math, which is not supported, by the first metric. */
function plainAlarms({ Resources }: Template): string[] {
  return Object.entries(Resources).flatMap(([name, { Type, Properties }]) => {
    const { Metrics } = Properties as AlarmProperties;
    if (Type !== 'AWS::CloudWatch::Alarm' || !Metrics) return [];
    const first = Metrics.find(({ MetricStat }) => MetricStat)?.MetricStat;
    delete Properties.Metrics;
    // a query of many metrics has none of its own
    Object.assign(
      Properties,
      first ? { ...first.Metric, Statistic: first.Stat, Period: first.Period } : placeholder(name),
    );
    return [`Metric math alarms are not supported: ${name} uses the first metric.`];
  });
}

const placeholder = (MetricName: string) => ({
  Namespace: 'Wellport',
  MetricName,
  Statistic: 'Sum',
  Period: 300,
});

/** Replaces composite alarms, which are not supported, by alarms without data. */
function withoutComposites({ Resources }: Template): string[] {
  return Object.entries(Resources).flatMap(([name, resource]) => {
    if (resource.Type !== 'AWS::CloudWatch::CompositeAlarm') return [];
    const { AlarmDescription, AlarmActions } = resource.Properties;
    resource.Type = 'AWS::CloudWatch::Alarm';
    resource.Properties = {
      ...placeholder(name),
      AlarmDescription,
      AlarmActions,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      EvaluationPeriods: 1,
      Threshold: 1,
      TreatMissingData: 'notBreaching',
    };
    return [`Composite alarms are not supported: ${name} is without data.`];
  });
}

/** Removes the input of schedules, in which the scheduled time is not filled in; functions then get an event with it. */
function withoutInput({ Resources }: Template): string[] {
  const schedules = Object.values(Resources).filter(({ Type }) => Type === 'AWS::Scheduler::Schedule');
  for (const { Properties } of schedules) delete (Properties.Target as { Input?: string }).Input;
  return schedules.length === 0 ? [] : ['Schedules do not fill in their time: their input was left out.'];
}

/** Removes outputs with the names of DKIM records, which its email identities do not have. */
function withoutDkim({ Outputs = {} }: Template): string[] {
  return Object.entries(Outputs).flatMap(([name, output]) => {
    if (!JSON.stringify(output).includes('DkimDNSToken')) return [];
    delete Outputs[name];
    return [`DKIM records of SES are not supported: the output ${name} was left out.`];
  });
}

/** Types of resources that MiniStack does not have; stages other than dev use them. */
const unsupported = ['AWS::Budgets::Budget'];

function withoutUnsupported({ Resources }: Template): string[] {
  return Object.entries(Resources).flatMap(([name, { Type }]) => {
    if (!unsupported.includes(Type)) return [];
    delete Resources[name];
    return [`${Type} is not supported: ${name} was left out.`];
  });
}
