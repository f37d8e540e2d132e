import { accessAndLimitFaults } from './access-failures.ts';
import { backgroundFaults } from './background-failures.ts';
import type { Definitions } from './definitions.ts';
import type { Failure } from './failure.ts';
import { examStage, healthySeries } from './healthy.ts';
import { moneyAndEmailFaults } from './money-failures.ts';
import { portalFaults } from './portal-failures.ts';
import { watches, type Recorded } from './series.ts';
import { messagesOf, type Message } from './simulate.ts';

export const faults: readonly Failure[] = [
  ...portalFaults,
  ...accessAndLimitFaults,
  ...backgroundFaults,
  ...moneyAndEmailFaults,
];

export interface ExamResult {
  failure: string;
  wanted: string;
  messages: Message[];
  isOk: boolean;
}

/** Context of the examined stage: it needs no account. */
export const examContext: Readonly<Record<string, string>> = {
  stage: examStage,
  domain: 'portal.example.com',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  mailFrom: 'Wellport <no-reply@example.com>',
  alarmEmail: 'operators@example.com',
  runbookAddress: 'https://code.example.com/wellport/docs/runbook.md',
  copyVaultArn: `arn:aws:backup:us-west-2:222222222222:backup-vault:wellport-${examStage}-copy`,
  outboxCopyArn: 'arn:aws:s3:::outbox-copy',
  agreementsCopyArn: 'arn:aws:s3:::agreements-copy',
};

/**
 * Plants each fault in the metrics of a healthy portal and compares the messages of the synthesized alarms: exactly one,
 * with the right runbook section. Throws if no alarm watches a symptom.
 */
export const examine = (definitions: Definitions, planted: readonly Failure[] = faults): ExamResult[] =>
  planted.map(({ name: failure, symptoms, alarm, runbook, hours = 12 }) => {
    for (const { metric } of symptoms)
      if (!definitions.metricAlarms.some((row) => watches(row, metric)))
        throw new Error(`No alarm watches ${JSON.stringify(metric)} of the fault "${failure}"`);
    const messages = messagesOf(definitions, symptoms, hours);
    const [message, ...others] = messages;
    return {
      failure,
      wanted: alarm,
      messages,
      isOk:
        others.length === 0 &&
        message?.alarm === `wellport-${examStage}-${alarm}` &&
        message.description.includes(`#${runbook}\n`),
    };
  });

/** Returns the messages that a healthy portal sends; there should be none. */
export function messagesWithoutFailure(definitions: Definitions): Message[] {
  const watched = definitions.metricAlarms.flatMap(({ parts }) =>
    parts.flatMap(({ metric }) => metric ?? []),
  );
  const healthy = watched.map((metric): Recorded => {
    const { namespace, name, dimensions } = metric;
    return {
      metric: { namespace, name, dimensions },
      series: (minute) => healthySeries(metric)?.(minute + 28 * 60),
    };
  });
  return messagesOf(definitions, healthy, 24);
}

/** Returns the printed result: a line per fault. */
export function examText(results: readonly ExamResult[]): string {
  const lines = results.map(({ failure, wanted, messages, isOk }) => {
    const got = messages.map(
      ({ alarm, minute }) => `${alarm.replace(`wellport-${examStage}-`, '')} after ${minute} min`,
    );
    return isOk
      ? `passed  ${failure} ${got.join()}`
      : `FAILED  ${failure} Expected ${wanted}, got ${got.join(', ') || 'no alarm'}`;
  });
  const okCount = results.filter(({ isOk }) => isOk).length;
  return `${lines.join('\n')}\n\n${okCount} of ${results.length} planted faults raised exactly the one alarm with their runbook section.`;
}
