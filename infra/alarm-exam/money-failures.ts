import { aws, own, type Failure } from './failure.ts';

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
export const moneyAndEmailFaults: readonly Failure[] = [...moneyFaults, ...emailFaults];
