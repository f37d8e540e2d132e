import {
  age,
  aws,
  calls,
  cdnErrors,
  errors,
  everyApi,
  failedCalls,
  latency,
  own,
  type Failure,
} from './failure.ts';

const hour = 60;
const apiFails = { alarm: 'CallsBurnFast', runbook: 'the-api-fails' };
const unreachable = { alarm: 'PagesBurnFast', runbook: 'the-portal-cannot-be-reached' };

const callFaults: Failure[] = [
  {
    name: 'A release breaks every endpoint for 40 minutes.',
    symptoms: [
      ...everyApi((api) => failedCalls(api, 30, { to: 40 })),
      own('ProbesFailed', 1, { to: 40 }),
      cdnErrors(90, { to: 40 }),
    ],
    ...apiFails,
  },
  {
    name: 'One endpoint fails for two hours: three calls of ninety per minute.',
    symptoms: [failedCalls('main', 3, { to: 2 * hour }), cdnErrors(3, { to: 2 * hour })],
    ...apiFails,
  },
  {
    name: 'The endpoints of payments fail.',
    symptoms: [failedCalls('money', 30, { to: hour })],
    ...apiFails,
  },
  {
    name: 'One call in a hundred fails for eight hours.',
    symptoms: [failedCalls('people', 0.9, { to: 8 * hour })],
    alarm: 'CallsBurnSlow',
    runbook: 'the-api-fails',
  },
  {
    name: 'At night, ten of fifteen calls fail.',
    symptoms: [
      ...everyApi((api) => calls(api, 1)),
      failedCalls('main', 2, { from: 2 * hour, to: 2 * hour + 5 }),
    ],
    ...apiFails,
  },
  {
    name: 'A service does not respond: calls fail after 29 seconds.',
    symptoms: [
      ...everyApi((api) => failedCalls(api, 6, { to: hour })),
      ...everyApi((api) => latency(api, 29_000, { to: hour })),
      cdnErrors(20, { to: hour }),
    ],
    ...apiFails,
  },
  {
    name: 'The table does not respond for an hour: calls, workers, and schedules fail.',
    symptoms: [
      ...everyApi((api) => failedCalls(api, 30, { to: hour })),
      own('ProbesFailed', 1, { to: hour }),
      cdnErrors(95, { to: hour }),
      own('FailedJobSteps', 4, { to: hour }, true),
      errors('jobs/on-data-message', { to: hour }),
      errors('bank-files/reconcile-bank-files', { to: hour, every: 5 }),
      errors('visits/take-deliveries', { to: hour }),
      errors('jobs/wake-stuck-jobs', { to: hour, every: 5 }),
      age('Data', 3000, { from: 20, to: hour }),
    ],
    ...apiFails,
  },
  {
    name: 'Users exhaust the concurrent functions of the account.',
    symptoms: [
      ...everyApi((api) => failedCalls(api, 8, { to: 45 })),
      aws('Lambda', 'Throttles', {}, 24, { to: 45 }),
    ],
    ...apiFails,
  },
  {
    name: 'Calls take three seconds.',
    symptoms: [latency('people', 3000, { to: 2 * hour })],
    alarm: 'ApiSlow',
    runbook: 'the-api-is-slow',
  },
];

const pageFaults: Failure[] = [
  {
    name: 'The DNS records of the domain are wrong: no call arrives.',
    symptoms: [
      ...everyApi((api) => calls(api, 0, { from: 12 * hour })),
      own('ProbesFailed', 1, { to: 3 * hour }),
    ],
    ...unreachable,
  },
  {
    name: 'The start page is missing in the bucket.',
    symptoms: [own('ProbesFailed', 1, { to: 90 })],
    ...unreachable,
  },
  {
    name: 'The CDN fails.',
    symptoms: [own('ProbesFailed', 1, { to: hour }), cdnErrors(80, { to: hour })],
    ...unreachable,
  },
  {
    name: 'The portal cannot be reached every tenth minute, for six hours.',
    symptoms: [own('ProbesFailed', 1, { to: 6 * hour, every: 10 })],
    alarm: 'PagesBurnSlow',
    runbook: 'the-portal-cannot-be-reached',
  },
  {
    name: 'Some locations of the CDN fail; the probe is served by others.',
    symptoms: [cdnErrors(4, { to: 2 * hour })],
    alarm: 'CdnErrors',
    runbook: 'the-portal-cannot-be-reached',
  },
  {
    name: 'The probe is switched off.',
    symptoms: [own('Probes', 1, { to: 0 })],
    alarm: 'ProbeSilent',
    runbook: 'the-probe-does-not-run',
  },
];

/** Faults of calls and pages. */
export const portalFaults: readonly Failure[] = [...callFaults, ...pageFaults];
