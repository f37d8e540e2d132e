import { ownMetric, type AlarmRow, type Watched } from './alarm-row.ts';

/** Returns the alarms about unusual access. */
export const accessRows = ({ stage }: Pick<Watched, 'stage'>): AlarmRow[] => [
  {
    name: 'LockOuts',
    metric: ownMetric(stage, 'LockOuts'),
    threshold: 20,
    hurts: 'An attacker may be guessing passwords: twenty sources or names were locked within five minutes.',
    runbook: 'many-log-ins-are-locked',
    logs: {
      of: ['users/login'],
      query: 'filter message = "request" | stats count(*) as calls by visitor, status | sort calls desc',
    },
  },
  {
    name: 'AccountsRead',
    metric: ownMetric(stage, 'AccountsRead'),
    threshold: 5,
    hurts: 'Account numbers may be copied: five full numbers were displayed within five minutes.',
    runbook: 'account-numbers-administrators-or-payees',
    logs: {
      of: ['gateway'],
      query: 'filter route like /[bB]ank/ | stats count(*) as calls by route | sort calls desc',
    },
  },
  {
    name: 'AdministratorsInvited',
    metric: ownMetric(stage, 'AdministratorsInvited'),
    threshold: 1,
    hurts: 'A new administrator can send payments after a day: an administrator was invited.',
    runbook: 'account-numbers-administrators-or-payees',
    logs: {
      of: ['administrators/invite'],
      query: 'filter message = "request" | display @timestamp, user, status',
    },
  },
  {
    name: 'PayeesChanged',
    metric: ownMetric(stage, 'PayeesChanged'),
    threshold: 20,
    hurts: 'Payments may be redirected: twenty bank accounts were changed within five minutes.',
    runbook: 'account-numbers-administrators-or-payees',
    logs: {
      of: ['gateway'],
      query: 'filter route like /[bB]ank/ | stats count(*) as calls by route | sort calls desc',
    },
  },
];
