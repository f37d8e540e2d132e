import { callerOf, examplesOfArea } from './example-of.ts';
import { expect, it } from 'vitest';
import { digestOf } from '../../functions/platform/digest.ts';
import { retryOnConflict } from '../../functions/table/retry.ts';
import { transact } from '../../functions/table/transact.ts';
import { loadUser, userChange } from '../../functions/users/store.ts';
import type { User } from '../../functions/users/user.ts';
import { partsOf } from '../../shared/wire-names.ts';
import { grants } from '../../infra/permissions/grants.ts';
import { endpoints } from '../../shared/contracts/all.ts';
import type { Endpoint } from '../../shared/endpoint.ts';
import {
  actionOf,
  proofHeader,
  provenAction,
  type StoredProof,
  stepUpNeeded,
} from '../../shared/users/step-up.ts';
import { call, ownSessionOf, type Sent } from '../support/call.ts';
import { useWorld } from '../support/world.ts';
import { defined } from '../support/defined.ts';
import { sources } from './sources.ts';

const world = useWorld();

const sensitive = endpoints
  .filter(({ stepUp }) => stepUp)
  .map((endpoint): [string, Endpoint] => [actionOf(endpoint), endpoint]);
const names = sensitive.map(([name]) => name);

it('sensitive actions are those of the kinds that require a proof', () => {
  const kinds = {
    administrators: ['administrators.invite', 'administrators.approve', 'administrators.remove'],
    'full account numbers': [
      'partners.bankAccountDetails',
      'facilities.bankAccountDetails',
      'administrators.allowFullNumbers',
    ],
    credentials: [
      'users.setPin',
      'users.endUserSessions',
      'users.turnOnSecondFactor',
      'users.addPasskey',
      'users.removePasskey',
      'managers.update',
    ],
    'payout accounts of partners': [
      'partners.saveBankingInfo',
      'partners.saveBillingInfo',
      'partners.releaseBankAccount',
      'partners.withdrawBankAccount',
    ],
    'payout accounts of clubs and members': [
      'facilities.saveBankingInfo',
      'facilities.saveOwnBankAccount',
      'facilities.importClubs',
      'accounts.saveBankingInfo',
      'accounts.saveDepositAccount',
      'enrollment.resign',
    ],
    settings: ['settings.saveFeatureFlags'],
    'public sign-up links': ['employees.saveSignUpLink', 'employees.renewSignUpLink'],
    'personal data': ['privacy.exportFile', 'privacy.correct', 'privacy.erase'],
  };
  expect(names).toEqual(expect.arrayContaining(Object.values(kinds).flat()));
});

/**
 * Files that make a sent, canceled, or removed payment due again or release a refund, with the endpoints that lead there.
 * Files and schedules of the bank need no caller.
 */
const reopening: Record<string, readonly string[]> = {
  'functions/payments/statuses/pay-again.ts': ['payments.payAgain'],
  'functions/members/handlers/members.ts': ['members.collectFirstDues'],
  // dues that are marked as Sent Externally release refunds and reimbursements
  'functions/payments/statuses/decide-chosen.ts': ['payments.changeStatus'],
  'functions/payments/statuses/status-job.ts': ['payments.changeMatching'],
  'functions/bank-files/inbox/carry-out.ts': ['bank-files.receiveReturns', 'bank-files.settleEntry'],
  'functions/bank-files/reversal/reversal-phases.ts': ['bank-files.reverseFile'],
  'functions/bank-files/sending/resolve-unknown.ts': ['bank-files.resolveFile'],
  'functions/employees/changes/undo-job.ts': ['employees.undoRosterChange'],
};

it('endpoints that reopen money require a proof, and no other file reopens it', () => {
  expect(names).toEqual(expect.arrayContaining(Object.values(reopening).flat()));
  const declared = /\/(decide|decision-effects|store)\.ts$/;
  const reopens =
    /(paidAgainChanges|collectedAgain|decisionWithEffects|paymentRestored)\b[()]|movePayment\(payment, '(returnPayment|reverse)'|confirmed that the file never arrived/;
  const files = sources('functions').filter(({ path, text }) => !declared.test(path) && reopens.test(text));
  expect(files.map(({ path }) => path).toSorted()).toEqual(Object.keys(reopening).toSorted());
});

it('endpoints that save bank accounts, erase data, or change administrators and settings require a proof', () => {
  // signing the first agreement names the first account; nothing is paid to it before
  const first = 'enrollment.enroll';
  const saving = Object.entries(grants)
    .filter(([, { may }]) => (may as readonly string[]).includes('EncryptBankAccounts'))
    .map(([name]) => name)
    // the check before prenotes seals the file, not an entered account
    .filter((name) => !name.startsWith('bankFiles.') && name !== first);
  expect(names).toEqual(expect.arrayContaining(saving));
  const listed = /^administrators\.(?!list)|erase|erasure|saveFeatureFlags|setPin|bankAccountDetails/i;
  const open = endpoints.filter((row) => listed.test(actionOf(row)) && !row.stepUp);
  expect(open.map(actionOf)).toEqual([]);
});

it('endpoints that change a password or second factor require the password in the same request', () => {
  const changing = endpoints.filter(({ area, name }) =>
    /^(changePassword|\w+SecondFactor)$/.test(area === 'users' ? name : ''),
  );
  expect(changing).toHaveLength(4);
  for (const { body } of changing)
    expect(Object.keys((body as unknown as { shape: object }).shape).join(' ')).toMatch(/password/i);
});

const inSeconds = (by: number) => Math.floor(Date.now() / 1000) + by;

/** Actions without a target among several: the caller's own credentials, the settings, and new files. */
const withoutTarget = [
  'users.turnOnSecondFactor',
  'users.setPin',
  'users.addPasskey',
  'settings.saveFeatureFlags',
  'facilities.importClubs',
  'bank-files.receiveReturns',
];

it.each(sensitive.filter(([name]) => !withoutTarget.includes(name)))(
  '%s names its target in fields that its contract declares',
  (_, { params, query, body, stepUp }) => {
    const declared = [query, body].flatMap((schema) => (schema ? Object.keys(partsOf(schema).fields) : []));
    const named = stepUp === true ? [] : (stepUp ?? []);
    expect(declared).toEqual(expect.arrayContaining([...named]));
    expect(named.length > 0 || params !== undefined).toBe(true);
  },
);

/** Fields with IDs or addresses that are part of what is saved, or of the target that a path parameter names. */
const withoutChoice = [
  'partners.saveBillingInfo partnerBillingTypeId',
  'enrollment.resign facilityId',
  'enrollment.resign operationTypeId',
  'enrollment.resign email',
  'bank-files.reverseFile traces',
];

it.each(sensitive)('%s binds the proof to each ID and address of its request', (name, row) => {
  const declared = [row.query, row.body].flatMap((schema) =>
    schema ? Object.keys(partsOf(schema).fields) : [],
  );
  const targets = declared.filter((field) => /^(id|email|url|owner.*|traces?)$|Ids?$|Token$/.test(field));
  const named = row.stepUp === true ? [] : (row.stepUp ?? []);
  const missing = targets.filter((field) => !named.includes(field)).map((field) => `${name} ${field}`);
  expect(missing.filter((field) => !withoutChoice.includes(field))).toEqual([]);
});

it.each(sensitive)('%s has different proofs for the own record and one of another owner', async (_, row) => {
  const { own, other } = defined((await examplesOfArea(row.area))[row.name]);
  const user = callerOf(row, world) as User;
  if (other) expect(provenAction(row, other(world))).not.toBe(provenAction(row, own(world, user)));
});

/** Returns the actions of the same request with one field of its target changed. */
const otherTargets = (endpoint: Endpoint, sent: Sent): string[] => {
  const action = provenAction(endpoint, sent);
  const fields = action.includes('?') ? action.split(/[?&]/).slice(1) : [];
  return fields.map((field) => action.replace(field, `${field}-other`));
};

/** Stores proofs with their names as secrets. */
const storeProofs = (of: User, proofs: Record<string, Omit<StoredProof, 'hash'>>) =>
  retryOnConflict(async () => {
    const user = defined(await loadUser(of.id));
    const stored = Object.entries(proofs).map(([secret, proof]) => ({
      ...proof,
      action: digestOf(proof.action),
      hash: digestOf(secret),
    }));
    await transact(...userChange(user, { ...user, proofs: stored }));
  });

it.each(sensitive)(
  '%s refuses a missing, guessed, or expired proof, and one of another action, target, session, or user',
  async (name, endpoint) => {
    const examples = await examplesOfArea(endpoint.area);
    const { own, admin, other } = world;
    const callers = { member: own.memberUser, partnerManager: own.manager, systemAdmin: admin };
    for (const [role, user] of Object.entries(callers)) {
      if (!endpoint.roles.includes(user.role)) continue;
      const session = ownSessionOf(user.id);
      const sent = defined(examples[endpoint.name]).own(world, user);
      const action = provenAction(endpoint, sent);
      const others = otherTargets(endpoint, sent);
      // managers create API clients of their own partner or facility only
      const hasTarget =
        !withoutTarget.includes(name) && (name !== 'integrations.createClient' || user === admin);
      expect([role, others.length > 0]).toEqual([role, hasTarget]);
      const valid = { action, session, expiresAt: inSeconds(300) };
      await storeProofs(user, {
        'a valid one': valid,
        'another action': { ...valid, action: 'users.none' },
        ...Object.fromEntries(others.map((other) => [`target ${other}`, { ...valid, action: other }])),
        'another session': { ...valid, session: 'another' },
        expired: { ...valid, expiresAt: inSeconds(0) },
      });
      await storeProofs(other.manager, { 'another user': valid });
      const wrong = ['', 'guessed', 'another action', 'another session', 'expired', 'another user'];
      wrong.push(...others.map((other) => `target ${other}`));
      for (const proof of wrong) {
        const { status, body } = await call(endpoint, user, { ...sent, headers: { [proofHeader]: proof } });
        expect([role, proof, status, body.message]).toEqual([role, proof, 428, stepUpNeeded]);
      }
    }
  },
);
