import { aws, blocked, own, throttled, type Failure } from './failure.ts';

const hour = 60;
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
export const accessAndLimitFaults: readonly Failure[] = [...throttleFaults, ...accessFaults];
