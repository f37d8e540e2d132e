import { aws, own, type Failure, blocked, throttled, examStage, healthySeries } from './failure.ts';
import { backgroundFaults } from './background-failures.ts';
import type { Definitions } from './definitions.ts';
import { portalFaults } from './portal-failures.ts';
import { watches, type Recorded } from './series.ts';
import { messagesOf, type Message } from './simulate.ts';

const hour = 60;

const moneyFaults: Failure[] = [
  {
    name: 'A generation of the night waits for another one until the morning.',
    symptoms: [own('GenerationsMissing', 2, { from: 3 * hour, to: 3 * hour + 1 })],
    alarm: 'GenerationMissing',
    runbook: 'a-generation-did-not-end',
  },
  {
    name: 'A payment was changed in the table by hand.',
    symptoms: [own('LedgerDifferences', 1, { from: 2, to: 3 })],
    alarm: 'LedgerDiffers',
    runbook: 'the-ledger-does-not-add-up',
  },
  {
    name: 'The bank’s server does not confirm a file.',
    symptoms: [own('FilesUnknown', 1, { from: 15, to: 2 * hour, every: 5 })],
    alarm: 'FilesUnknown',
    runbook: 'a-bank-file-is-not-submitted',
  },
  {
    name: 'A bank file is built, but not delivered.',
    symptoms: [
      {
        metric: own('OldestFileMinutes', 0).metric,
        series: (minute) => (minute % 5 === 0 ? [minute] : undefined),
      },
    ],
    alarm: 'FilesWait',
    runbook: 'a-bank-file-is-not-submitted',
  },
  {
    name: 'Nobody sends the dues of the month in time.',
    symptoms: [own('MoneyLate', 240_000, { every: 5 })],
    alarm: 'MoneyBurnFast',
    runbook: 'payments-are-late',
  },
  {
    name: 'A file of several is canceled after its cutoff: eight percent of the dues are late.',
    symptoms: [own('MoneyLate', 20_000, { every: 5 })],
    alarm: 'MoneyBurnSlow',
    runbook: 'payments-are-late',
  },
];

const emailFaults: Failure[] = [
  {
    name: 'Emails wait for ten minutes: SES throttles them.',
    symptoms: [own('EmailsLate', 1, { to: 3 * hour })],
    alarm: 'EmailsBurnFast',
    runbook: 'emails-are-late',
  },
  {
    name: 'One email in twelve is late, for eight hours.',
    symptoms: [own('EmailsLate', 1, { to: 8 * hour, every: 6 })],
    alarm: 'EmailsBurnSlow',
    runbook: 'emails-are-late',
  },
  {
    name: 'AWS pauses the sender while emails are sent.',
    symptoms: [
      own('EmailsNotSent', 2, { to: 4 * hour }),
      own('SenderNotReady', 1, { from: 9, to: 4 * hour, every: 15 }),
    ],
    alarm: 'EmailsNotSent',
    runbook: 'emails-are-not-sent',
  },
  {
    name: 'The sender’s domain loses its verification at night.',
    symptoms: [own('SenderNotReady', 1, { every: 15 })],
    alarm: 'EmailsNotSent',
    runbook: 'emails-are-not-sent',
  },
  {
    name: 'A partner’s file has outdated addresses: emails bounce.',
    symptoms: [aws('SES', 'Reputation.BounceRate', {}, 0.06, { every: 60 })],
    alarm: 'EmailsBounce',
    runbook: 'emails-come-back',
  },
  {
    name: 'Recipients report reminders as unwanted.',
    symptoms: [aws('SES', 'Reputation.ComplaintRate', {}, 0.0012, { every: 60 })],
    alarm: 'EmailsComplained',
    runbook: 'emails-come-back',
  },
];

/** Faults of money and emails. */
const moneyAndEmailFaults: readonly Failure[] = [...moneyFaults, ...emailFaults];

const isThrottled = { alarm: 'TableThrottled', runbook: 'something-is-throttled' };

const throttleFaults: Failure[] = [
  {
    name: 'Jobs exhaust the concurrent functions at night; their messages wait.',
    symptoms: [aws('Lambda', 'Throttles', {}, 3, { to: 20 })],
    alarm: 'FunctionsThrottled',
    runbook: 'something-is-throttled',
  },
  {
    name: 'The table throttles the writes of an upload.',
    symptoms: [throttled('WriteThrottleEvents', 'Table')],
    ...isThrottled,
  },
  {
    name: 'The table throttles reads.',
    symptoms: [throttled('ReadThrottleEvents', 'Table')],
    ...isThrottled,
  },
  {
    name: 'One index throttles writes, and the table with it.',
    symptoms: [throttled('WriteThrottleEvents', 'Table', 'by-s1'), throttled('WriteThrottleEvents', 'Table')],
    ...isThrottled,
  },
  {
    name: 'An index throttles the reads of a list.',
    symptoms: [throttled('ReadThrottleEvents', 'Table', 'by-s3')],
    ...isThrottled,
  },
  {
    name: 'A restored table that is in use throttles writes.',
    symptoms: [throttled('WriteThrottleEvents', 'Table-restored-20261120T080000Z')],
    ...isThrottled,
  },
  {
    name: 'An index of a restored table that is in use throttles writes.',
    symptoms: [throttled('WriteThrottleEvents', 'Table-restored-20261120T080000Z', 'by-s2')],
    ...isThrottled,
  },
];

const accessFaults: Failure[] = [
  {
    name: 'A bot floods the portal from few addresses.',
    symptoms: [blocked(1500, { to: hour })],
    alarm: 'FirewallBlocks',
    runbook: 'the-firewall-blocks-many-requests',
  },
  {
    name: 'A flood from many addresses reaches the limits of the gateway.',
    symptoms: [own('RequestsLimited', 60, { to: hour }, true)],
    alarm: 'RequestsLimited',
    runbook: 'many-requests-are-limited',
  },
  {
    name: 'A flood is blocked by the firewall, and its rest limited by the gateway.',
    symptoms: [blocked(1500, { to: hour }), own('RequestsLimited', 60, { to: hour }, true)],
    alarm: 'FirewallBlocks',
    runbook: 'the-firewall-blocks-many-requests',
  },
  {
    name: 'Passwords of a stolen list are tried.',
    symptoms: [own('LockOuts', 12, { to: 40 }), own('RequestsDenied', 90, { to: 40 })],
    alarm: 'LockOuts',
    runbook: 'many-log-ins-are-locked',
  },
  {
    name: 'A user requests the records of other partners.',
    symptoms: [own('RequestsDenied', 80, { to: 20 })],
    alarm: 'RequestsDenied',
    runbook: 'many-requests-are-denied',
  },
  {
    name: 'Tokens are guessed at the gateway.',
    symptoms: [own('TokensRefused', 100, { to: 20 }, true)],
    alarm: 'TokensRefused',
    runbook: 'many-requests-are-denied',
  },
  {
    name: 'Open pages send fields that a new release rejects.',
    symptoms: [own('ClientErrors', 40, { to: hour }, true)],
    alarm: 'ClientErrors',
    runbook: 'many-requests-are-rejected',
  },
  {
    name: 'An administrator displays account numbers one after another.',
    symptoms: [own('AccountsRead', 2, { to: 6 })],
    alarm: 'AccountsRead',
    runbook: 'account-numbers-administrators-or-payees',
  },
  {
    name: 'An administrator is invited.',
    symptoms: [own('AdministratorsInvited', 1, { to: 1 })],
    alarm: 'AdministratorsInvited',
    runbook: 'account-numbers-administrators-or-payees',
  },
  {
    name: 'Bank accounts of members are replaced one after another.',
    symptoms: [own('PayeesChanged', 6, { to: 15 })],
    alarm: 'PayeesChanged',
    runbook: 'account-numbers-administrators-or-payees',
  },
];

/** Faults of limits and access. */
const accessAndLimitFaults: readonly Failure[] = [...throttleFaults, ...accessFaults];

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
