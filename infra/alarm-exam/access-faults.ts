import { aws, blocked, own, throttled, type Fault } from './fault.ts';

const hour = 60;
const isThrottled = { alarm: 'TableThrottled', runbook: 'something-is-throttled' };

const throttleFaults: Fault[] = [
  {
    fault: 'Jobs exhaust the concurrent functions at night; their messages wait.',
    symptoms: [aws('Lambda', 'Throttles', {}, 3, { to: 20 })],
    alarm: 'FunctionsThrottled',
    runbook: 'something-is-throttled',
  },
  {
    fault: 'The table throttles the writes of an upload.',
    symptoms: [throttled('WriteThrottleEvents', 'Table')],
    ...isThrottled,
  },
  {
    fault: 'The table throttles reads.',
    symptoms: [throttled('ReadThrottleEvents', 'Table')],
    ...isThrottled,
  },
  {
    fault: 'One index throttles writes, and the table with it.',
    symptoms: [throttled('WriteThrottleEvents', 'Table', 'by-s1'), throttled('WriteThrottleEvents', 'Table')],
    ...isThrottled,
  },
  {
    fault: 'An index throttles the reads of a list.',
    symptoms: [throttled('ReadThrottleEvents', 'Table', 'by-s3')],
    ...isThrottled,
  },
  {
    fault: 'A restored table that is in use throttles writes.',
    symptoms: [throttled('WriteThrottleEvents', 'Table-restored-20261120T080000Z')],
    ...isThrottled,
  },
  {
    fault: 'An index of a restored table that is in use throttles writes.',
    symptoms: [throttled('WriteThrottleEvents', 'Table-restored-20261120T080000Z', 'by-s2')],
    ...isThrottled,
  },
];

const accessFaults: Fault[] = [
  {
    fault: 'A bot floods the portal from few addresses.',
    symptoms: [blocked(1500, { to: hour })],
    alarm: 'FirewallBlocks',
    runbook: 'the-firewall-blocks-many-requests',
  },
  {
    fault: 'A flood from many addresses reaches the limits of the gateway.',
    symptoms: [own('RequestsLimited', 60, { to: hour }, true)],
    alarm: 'RequestsLimited',
    runbook: 'many-requests-are-limited',
  },
  {
    fault: 'A flood is blocked by the firewall, and its rest limited by the gateway.',
    symptoms: [blocked(1500, { to: hour }), own('RequestsLimited', 60, { to: hour }, true)],
    alarm: 'FirewallBlocks',
    runbook: 'the-firewall-blocks-many-requests',
  },
  {
    fault: 'Passwords of a stolen list are tried.',
    symptoms: [own('LockOuts', 12, { to: 40 }), own('RequestsDenied', 90, { to: 40 })],
    alarm: 'LockOuts',
    runbook: 'many-log-ins-are-locked',
  },
  {
    fault: 'A user requests the records of other partners.',
    symptoms: [own('RequestsDenied', 80, { to: 20 })],
    alarm: 'RequestsDenied',
    runbook: 'many-requests-are-denied',
  },
  {
    fault: 'Tokens are guessed at the gateway.',
    symptoms: [own('TokensRefused', 100, { to: 20 }, true)],
    alarm: 'TokensRefused',
    runbook: 'many-requests-are-denied',
  },
  {
    fault: 'Open pages send fields that a new release rejects.',
    symptoms: [own('ClientErrors', 40, { to: hour }, true)],
    alarm: 'ClientErrors',
    runbook: 'many-requests-are-rejected',
  },
  {
    fault: 'An administrator displays account numbers one after another.',
    symptoms: [own('AccountsRead', 2, { to: 6 })],
    alarm: 'AccountsRead',
    runbook: 'account-numbers-administrators-or-payees',
  },
  {
    fault: 'An administrator is invited.',
    symptoms: [own('AdministratorsInvited', 1, { to: 1 })],
    alarm: 'AdministratorsInvited',
    runbook: 'account-numbers-administrators-or-payees',
  },
  {
    fault: 'Bank accounts of members are replaced one after another.',
    symptoms: [own('PayeesChanged', 6, { to: 15 })],
    alarm: 'PayeesChanged',
    runbook: 'account-numbers-administrators-or-payees',
  },
];

/** Faults of limits and access. */
export const accessAndLimitFaults: readonly Fault[] = [...throttleFaults, ...accessFaults];
