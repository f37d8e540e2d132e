import * as z from 'zod';

/** A metric as templates name it; references are reduced to the name of the resource. */
export interface MetricName {
  namespace: string;
  name: string;
  dimensions: Readonly<Record<string, string>>;
}

/** A part of an alarm's metric: a metric with its statistic, or an expression. */
interface Part {
  id: string;
  metric?: MetricName & { statistic: string; periodMinutes: number };
  expression?: string;
  periodMinutes?: number;
}

export interface MetricAlarm {
  name: string;
  /** The result first. */
  parts: Part[];
  threshold: number;
  isBelow: boolean;
  periods: number;
  missingBreaches: boolean;
  notifies: boolean;
  description: string;
}

export interface CompositeAlarm {
  name: string;
  /** Expression with the names of alarms in quotes. */
  rule: string;
  suppressor?: string;
  waitMinutes: number;
  extensionMinutes: number;
  notifies: boolean;
  description: string;
}

export interface Definitions {
  metricAlarms: MetricAlarm[];
  compositeAlarms: CompositeAlarm[];
}

/** A resource of a synthesized template. */
export interface TemplateResource {
  Type: string;
  Properties: Record<string, unknown>;
}

const dimension = z.object({ Name: z.string(), Value: z.unknown() });
const metricFields = z.object({
  Namespace: z.string(),
  MetricName: z.string(),
  Dimensions: z.array(dimension).default([]),
});
const simple = metricFields.extend({
  Statistic: z.string().optional(),
  ExtendedStatistic: z.string().optional(),
  Period: z.number(),
});
const metricAlarm = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.unknown().optional(),
  AlarmActions: z.array(z.unknown()).default([]),
  ComparisonOperator: z.enum(['GreaterThanOrEqualToThreshold', 'LessThanThreshold']),
  EvaluationPeriods: z.number(),
  DatapointsToAlarm: z.undefined().optional(),
  Threshold: z.number(),
  TreatMissingData: z.enum(['breaching', 'notBreaching']),
  Metrics: z
    .array(
      z.object({
        Id: z.string(),
        Expression: z.string().optional(),
        ReturnData: z.boolean().default(true),
        Period: z.number().optional(),
        MetricStat: z.object({ Metric: metricFields, Stat: z.string(), Period: z.number() }).optional(),
      }),
    )
    .optional(),
});
const compositeAlarm = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.unknown().optional(),
  AlarmActions: z.array(z.unknown()).default([]),
  AlarmRule: z.unknown().nonoptional(),
  ActionsSuppressor: z.unknown().optional(),
  ActionsSuppressorWaitPeriod: z.number().default(0),
  ActionsSuppressorExtensionPeriod: z.number().default(0),
});

/**
 * Reads the alarms of a synthesized template. Throws on properties that the exam does not evaluate.
 *
 * @param resources resources of the template, by logical ID
 */
export function definitionsOf(resources: Readonly<Record<string, TemplateResource>>): Definitions {
  const textOf = (value: unknown): string => resolved(value, resources);
  const nameIn = ({
    Namespace,
    MetricName: name,
    Dimensions,
  }: z.output<typeof metricFields>): MetricName => ({
    namespace: Namespace,
    name,
    dimensions: Object.fromEntries(Dimensions.map(({ Name, Value }) => [Name, textOf(Value)])),
  });
  const ofType = (type: string) => Object.values(resources).filter(({ Type }) => Type === type);
  return {
    metricAlarms: ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => {
      const alarm = metricAlarm.parse(Properties);
      return {
        name: alarm.AlarmName,
        parts: alarm.Metrics
          ? resultFirst(alarm.Metrics).map(
              ({ Id: id, Expression: expression, Period, MetricStat: stat }) => ({
                id,
                expression,
                periodMinutes: Period && Period / 60,
                metric: stat && {
                  ...nameIn(stat.Metric),
                  statistic: stat.Stat,
                  periodMinutes: stat.Period / 60,
                },
              }),
            )
          : [{ id: 'only', metric: onlyMetric(simple.parse(Properties), nameIn) }],
        threshold: alarm.Threshold,
        isBelow: alarm.ComparisonOperator === 'LessThanThreshold',
        periods: alarm.EvaluationPeriods,
        missingBreaches: alarm.TreatMissingData === 'breaching',
        notifies: alarm.AlarmActions.length > 0,
        description: textOf(alarm.AlarmDescription ?? ''),
      };
    }),
    compositeAlarms: ofType('AWS::CloudWatch::CompositeAlarm').map(({ Properties }) => {
      const alarm = compositeAlarm.parse(Properties);
      return {
        name: alarm.AlarmName,
        rule: textOf(alarm.AlarmRule),
        suppressor: alarm.ActionsSuppressor === undefined ? undefined : textOf(alarm.ActionsSuppressor),
        waitMinutes: alarm.ActionsSuppressorWaitPeriod / 60,
        extensionMinutes: alarm.ActionsSuppressorExtensionPeriod / 60,
        notifies: alarm.AlarmActions.length > 0,
        description: textOf(alarm.AlarmDescription ?? ''),
      };
    }),
  };
}

const onlyMetric = (
  fields: z.output<typeof simple>,
  nameIn: (fields: z.output<typeof metricFields>) => MetricName,
) => ({
  ...nameIn(fields),
  statistic: fields.Statistic ?? fields.ExtendedStatistic ?? '',
  periodMinutes: fields.Period / 60,
});

const resultFirst = <Part extends { ReturnData: boolean }>(parts: readonly Part[]): Part[] =>
  parts.toSorted((left, right) => Number(right.ReturnData) - Number(left.ReturnData));

const withoutHash = (id: string): string => id.replace(/([0-9A-F]{8}){1,2}$/, '');

/** Returns a text of a template, with the name of each referenced alarm or function, and the ID of other resources. */
function resolved(value: unknown, resources: Readonly<Record<string, TemplateResource>>): string {
  if (typeof value === 'string') return value;
  const [[fn, of]] = Object.entries(value as Record<string, unknown>) as [[string, unknown]];
  if (fn === 'Fn::Join') {
    const [separator, parts] = of as [string, unknown[]];
    return parts.map((part) => resolved(part, resources)).join(separator);
  }
  if (fn === 'Fn::ImportValue') return withoutHash(String(of).replace(/^.*ExportsOutput(Ref|FnGetAtt)/, ''));
  const id = String(fn === 'Fn::GetAtt' ? (of as string[])[0] : of);
  const { AlarmName, FunctionName } = resources[id]?.Properties ?? {};
  if (typeof AlarmName === 'string') return AlarmName;
  return typeof FunctionName === 'string' ? FunctionName : withoutHash(id);
}
