import { lengthOf, resourcesOf, withValues, type StageTemplates, type Template } from './templates.ts';

/** Measures the use of one quota by the templates of a stage. */
export type Use = (stage: StageTemplates) => number;

/** Stages that share an account and region. */
export const stagesOfAccount = 4;

export const largest = (counts: readonly number[]): number => Math.max(0, ...counts);
export const entriesOf = (value: object | undefined): number => Object.keys(value ?? {}).length;

/** Returns the largest count of a template. */
export const perTemplate =
  (count: (template: Template) => number): Use =>
  ({ templates }) =>
    largest([...templates.values()].map(count));

/** Returns the largest count of a resource of a type. */
export const perResource =
  <Properties>(type: string, count: (properties: Properties) => number): Use =>
  (stage) =>
    largest(resourcesOf(stage, type).map(({ Properties }) => count((Properties ?? {}) as Properties)));

/** Returns the most resources of a type with the same value of a property, such as the routes of an API. */
export const perOwner =
  (type: string, property: string): Use =>
  ({ templates }) => {
    const counts = new Map<string, number>();
    for (const [file, { Resources }] of templates)
      for (const { Type, Properties = {} } of Object.values(Resources)) {
        if (Type !== type) continue;
        const owner = ownerIn(file, JSON.stringify(Properties[property]));
        counts.set(owner, (counts.get(owner) ?? 0) + 1);
      }
    return largest([...counts.values()]);
  };

/** Returns the same name for imports of an API and for parameters that pass it to nested stacks. */
const ownerIn = (file: string, reference: string): string =>
  /Api[a-z]*[0-9A-F]{8}/.exec(reference)?.[0] ?? `${file} ${reference}`;

/** Returns the resources of types in an account. */
export const inAccount =
  (...types: string[]): Use =>
  (stage) =>
    stagesOfAccount * resourcesOf(stage, ...types).length;

interface Alarm {
  Metrics?: { Expression?: string; MetricStat?: { Period: number }; Period?: number }[];
  Period?: number;
  EvaluationPeriods: number;
}
const alarmsOf = (stage: StageTemplates): Alarm[] =>
  resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as Alarm);

export const metricsOfAlarm: Use = (stage) =>
  largest(alarmsOf(stage).map(({ Metrics = [] }) => Metrics.filter(({ MetricStat }) => MetricStat).length));

export const alarmQueries: Use = (stage) =>
  stagesOfAccount *
  alarmsOf(stage).filter(({ Metrics = [] }) =>
    Metrics.some(({ Expression }) => Expression?.startsWith('SELECT')),
  ).length;

const periodOf = ({ Metrics = [], Period }: Alarm): number =>
  Period ?? largest(Metrics.map((metric) => metric.Period ?? metric.MetricStat?.Period ?? 0));

/** Returns the longest time that an alarm evaluates, with periods of at least an hour or shorter ones. */
export const evaluatedSeconds =
  ({ hourly }: { hourly: boolean }): Use =>
  (stage) =>
    largest(
      alarmsOf(stage)
        .filter((alarm) => periodOf(alarm) >= 3600 === hourly)
        .map((alarm) => periodOf(alarm) * alarm.EvaluationPeriods),
    );

/** Returns the most occurrences of a text in a property of a resource. */
export const occurrences = (type: string, property: string, text: string): Use =>
  perResource<Record<string, unknown>>(
    type,
    (properties) => String(withValues(properties[property])).split(text).length - 1,
  );

/** Returns the longest JSON of a property of a resource. */
export const lengthOfProperty = (type: string, property: string): Use =>
  perResource<Record<string, unknown>>(type, (properties) => lengthOf(properties[property] ?? ''));

/** Returns the most entries of a list of the CDN's configuration. */
export const ofDistribution = (property: string): Use =>
  perResource<{ DistributionConfig: Record<string, unknown[]> }>(
    'AWS::CloudFront::Distribution',
    ({ DistributionConfig }) => (DistributionConfig[property] ?? []).length,
  );
