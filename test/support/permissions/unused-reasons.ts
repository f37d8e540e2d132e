import { backgroundGrants } from '../../../infra/permissions/background-grants.ts';
import { downloadOfAnySize } from '../../../infra/permissions/bank-file-grants.ts';
import { grants } from '../../../infra/permissions/grants.ts';
import { endpointsByArea, handlerOf } from '../../../infra/build/handlers.ts';
import type { Grant } from '../../../infra/permissions/permissions.ts';
import { fits, type Use } from './statements.ts';
import type { Right } from './unused.ts';

/** Recorded uses of one handler, and of handlers with the same code. */
export interface Deeds {
  of: (handler: string) => readonly Use[];
  ofAlike: (handler: string) => readonly Use[];
}

/** Unused permissions with their reasons. A row that matches nothing is an error. */
export interface KeptRight {
  keeps: (right: Right, deeds: Deeds) => boolean;
  why: string;
}

const rows: [handler: string, row: Grant][] = [
  ...endpointsByArea.flatMap(({ endpoints }) =>
    endpoints.flatMap(({ name, endpoint }): [string, Grant][] =>
      grants[name] ? [[handlerOf(endpoint), grants[name]]] : [],
    ),
  ),
  ...Object.entries(backgroundGrants),
];
const handlersWhose = (isSo: (row: Grant) => boolean): string[] =>
  rows.filter(([, row]) => isSo(row)).map(([handler]) => handler);

/** Handlers that are one piece of code under several names; what one of them is seen to need, all of them need. */
const alike: readonly (readonly string[])[] = [
  // bank-files/preview: the first check or download builds the file
  ['partner-withdrawal', 'facility-deposit', 'member-payments'].map((flow) => `bank-files/check-${flow}`),
  ['partner-withdrawal', 'facility-deposit', 'member-payments'].map((flow) => `bank-files/send-${flow}`),
  [
    'bank-files/check-partner-withdrawal',
    'bank-files/download-partner-withdrawal',
    'bank-files/download-facility-deposit',
    'bank-files/download-member-file',
  ],
  // files/sheet-response.ts: downloads that exceed a response are jobs
  [...handlersWhose((row) => row === downloadOfAnySize), 'payments/download-payroll'],
  // bank-accounts: the first who seals in a deployment has KMS make the vault's key
  handlersWhose(({ may }) => may.includes('EncryptBankAccounts')),
  ['partners/bank-account-details', 'facilities/bank-account-details'],
  ['enrollment/enroll', 'enrollment/resign'],
  // payments/lists: a table of payments, as a page and as a file
  ['payments/list-payments-of-partner', 'payments/download-payments-of-partner'],
  ['site/contact-us', 'site/nominate-club'],
  ['users/login', 'users/login-on-device'],
  // accounts/reimbursement-rows.ts: the same rows for all groups and for one
  ['accounts/reimbursement-history', 'accounts/reimbursements-group'],
];

/** Finds what handlers did. */
export function deedsOf(uses: readonly Use[]): Deeds {
  const byHandler = Map.groupBy(uses, ({ handler }) => handler);
  const of = (handler: string) => byHandler.get(handler) ?? [];
  return {
    of,
    ofAlike: (handler) =>
      [...new Set(alike.filter((group) => group.includes(handler)).flat()).add(handler)].flatMap(of),
  };
}

const changes = /^dynamodb:(Put|Update|Delete|ConditionCheck)Item$/;
const reads = /^dynamodb:(BatchGetItem|GetItem|Query)$/;
const readsList = ({ action, resource, key }: Use): boolean =>
  action === 'dynamodb:Query' && (resource.startsWith('table/index/') || key === 'SEARCH#');

/** A right of one handler alone: to an action, or to a service. */
const only =
  (handler: string, ...actions: string[]): KeptRight['keeps'] =>
  (right) =>
    right.handler === handler && actions.some((action) => right.action.startsWith(action));

export const unusedPermissions: readonly KeptRight[] = [
  {
    keeps: ({ action }) => action.startsWith('logs:'),
    why: 'Lambda itself writes a function’s log.',
  },
  {
    keeps: ({ action }) => /^sqs:(ReceiveMessage|DeleteMessage|GetQueueAttributes)$/.test(action),
    why: 'Lambda itself takes messages from a worker’s queue, by the worker’s role.',
  },
  {
    keeps: ({ action, resource }) => action === 'sqs:SendMessage' && resource === 'queue of failed schedules',
    why: 'Lambda itself puts an event aside whose schedule failed, by the schedule’s role.',
  },
  {
    keeps: (right, { of }) =>
      right.action === 'dynamodb:Query' && right.key === '' && of(right.handler).some(readsList),
    why: 'A list is read by any of its columns or by its search, as the reader asks: one code does all (functions/table/list.ts).',
  },
  {
    keeps: ({ handler, action, key }, { ofAlike }) =>
      changes.test(action) && key === '' && ofAlike(handler).some((use) => changes.test(use.action)),
    why: 'A change writes a record with its list entries, search words, unique names and counters (functions/table/change.ts): the values decide which of them are put, stepped or deleted.',
  },
  {
    keeps: ({ handler, action, resource, key }, { ofAlike }) =>
      resource === 'table' &&
      reads.test(action) &&
      ofAlike(handler).some((use) => reads.test(use.action) && fits(key || '*', use.key)),
    why: 'A role that reads the table in one way may read it in each (infra/permissions/permissions.ts), so that functions share roles.',
  },
  {
    keeps: ({ handler, action, resource, key }, { ofAlike }) =>
      !action.startsWith('dynamodb:') || key !== ''
        ? ofAlike(handler).some(
            (use) =>
              use.handler !== handler &&
              use.action === action &&
              fits(resource, use.resource) &&
              fits(key || '*', use.key),
          )
        : false,
    why: 'Another handler of the same code is seen to need it; the cases are tested on one of them.',
  },
  {
    keeps: ({ handler, action, resource }, { ofAlike }) =>
      action === 's3:ListBucket' &&
      ofAlike(handler).some(
        (use) => use.action === 's3:GetObject' && use.resource.startsWith(`${resource}/`),
      ),
    why: 'Without it S3 says "forbidden" of a file that is gone, instead of "not found", and a 404 would be a 500.',
  },
  {
    keeps: only('jobs/wake-stuck-jobs', 'sqs:'),
    why: 'It wakes a job of any kind; tests have one of them stand still.',
  },
  {
    keeps: ({ handler, action }) =>
      /^integrations\/take-check-ins?$/.test(handler) && action.startsWith('sqs:'),
    why: 'It starts the emails that a member selected, by the code of files of check-ins, which test/visits/visit-emails.test.ts tests.',
  },
  {
    keeps: only('visits/scan-pass', 'dynamodb:Query'),
    why: 'A late visit uses the rules of the generation, of which other parts query the table.',
  },
  {
    keeps: only('visits/take-deliveries', 'dynamodb:Query'),
    why: 'It reads one facility and begins an import; the modules of both also read lists.',
  },
  {
    keeps: only('visits/answer-report', 'dynamodb:Query'),
    why: 'An accepted visit uses the rules of the generation, of which other parts query the table.',
  },
  {
    keeps: only('users/change-password', 'dynamodb:Query'),
    why: 'One function replaces passwords. For the first one of an administrator, which a link sets, it lists the administrators.',
  },
  {
    keeps: only('bank-files/resolve-file', 'secretsmanager:'),
    why: 'It looks onto the bank’s server with a key of the secrets, where files go out by SFTP.',
  },
  {
    keeps: only('bank-files/settle-entry', 'secretsmanager:'),
    why: 'A key of the secrets compares fingerprints of two versions, which there are while it rotates only.',
  },
  {
    keeps: only('bank-files/reconcile-bank-files', 's3:'),
    why: 'A file that was left before its job began goes on by its plan, which is in the bucket.',
  },
  {
    keeps: ({ handler, key }) => handler === 'jobs/on-data-message' && key === 'BANK-ACCOUNT#*',
    why: 'A table of payments that is made by a job shows the last four digits of accounts, as its page does.',
  },
  {
    keeps: only('facilities/details', 'dynamodb:Query'),
    why: 'Members of a club are counted by the code that counts those of a search too (members/member-row-store.ts).',
  },
  {
    keeps: only('payments/preview-partner-payments', 'dynamodb:Query'),
    why: 'Of all partners it previews one after the other from their list; tests name a partner.',
  },
  {
    keeps: only('payments/member-payments-exist', 'dynamodb:Query'),
    why: 'Of all partners it asks one after the other from their list; tests name a partner.',
  },
  {
    keeps: only('members/collect-first-dues', 'dynamodb:Query'),
    why: 'The dues of a member are settled in one file with parts of the generation, which read lists.',
  },
  {
    keeps: only('facilities/save', 'dynamodb:Query'),
    why: 'What begins the job that tells a club’s members is in one file with the job, which reads their list.',
  },
  {
    keeps: only('vouchers/recipient-pdf', 's3:'),
    why: 'A voucher shows the logo of its program, where the program has one.',
  },
  {
    keeps: only(
      'group-memberships/preview-update',
      'dynamodb:ConditionCheck',
      'dynamodb:Delete',
      'dynamodb:Put',
      'dynamodb:Update',
    ),
    why: 'It plans the change that the update commits; one module does both, and the role follows its code.',
  },
];
