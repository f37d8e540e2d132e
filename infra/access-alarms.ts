import { ownMetric, type AlarmRow, type Watched } from './alarm-row.ts';

/** Returns the alarms about unusual access. */
export const accessRows = ({ stage }: Pick<Watched, 'stage'>): AlarmRow[] => [
  {
    name: 'RequestsDenied',
    metric: ownMetric(stage, 'RequestsDenied'),
    threshold: 200,
    hurts:
      'Someone may be probing the API: two hundred requests were denied (401 or 403) within five minutes.',
    runbook: 'many-requests-are-denied',
  },
  {
    name: 'AccountsRead',
    metric: ownMetric(stage, 'AccountsRead'),
    threshold: 5,
    hurts: 'Account numbers may be copied: five full numbers were displayed within five minutes.',
    runbook: 'account-numbers-administrators-or-payees',
  },
  {
    name: 'AdministratorsInvited',
    metric: ownMetric(stage, 'AdministratorsInvited'),
    threshold: 1,
    hurts: 'A new administrator can send payments after a day: an administrator was invited.',
    runbook: 'account-numbers-administrators-or-payees',
  },
  {
    name: 'PayeesChanged',
    metric: ownMetric(stage, 'PayeesChanged'),
    threshold: 20,
    hurts: 'Payments may be redirected: twenty bank accounts were changed within five minutes.',
    runbook: 'account-numbers-administrators-or-payees',
  },
];
