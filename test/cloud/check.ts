import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { CreateEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { allOff } from '../../shared/settings/feature-flags.ts';
import { apiOf, suffixOf, type ApiName } from '../../infra/stacks/http-apis.ts';
import { now, wait } from '../../infra/local/tools/time-and-chance.ts';
import { addFirstAdministrator } from '../../infra/operate/first-admin.ts';
import { call, type Caller, type Expect } from './calls.ts';
import { probeDifferences, tellDifferences } from './differences.ts';
import { checkDrills, ownFile } from './drills.ts';
import { harborWorks } from './harbor-works.ts';
import { checkMainJob } from './main-job.ts';
import { checkMembership } from './membership.ts';
import { addSomebody, password } from './people.ts';

/** Outputs of the deployed stacks, as written by the CDK. */
export type Outputs = Record<string, Record<string, string>>;

/**
 * Tests a deployed portal as its users do, prints the results, and returns whether all are correct. With drills, it also
 * tests operator procedures and differences from AWS.
 */
export async function checkDeployment(
  outputs: Outputs,
  endpoint: string,
  { drills }: { drills: boolean },
): Promise<boolean> {
  const output = (stack: string, name: string): string => {
    const value = outputs[`Wellport-dev-${stack}`]?.[name];
    if (!value) throw new Error(`the stack ${stack} gave no ${name}`);
    return value;
  };
  const apiAddress = (name: ApiName) => output('Gateway', `ApiAddress${suffixOf(name).slice(1)}`);
  Object.assign(process.env, {
    TABLE_NAME: output('Data', 'TableName'),
    SETTINGS_TABLE: output('Data', 'SettingsTableName'),
    USER_POOL_ID: output('Identity', 'PoolId'),
    USER_POOL_CLIENT_ID: output('Identity', 'ClientId'),
    MAIL_FROM: output('Jobs', 'MailFrom'),
  });
  await useCdnSecret(output('Site', 'CdnSecretId'));
  let good = true;
  const ask: Caller['ask'] = async (method, path, options) =>
    call(apiAddress(apiOf(path)), method, `/api${path}`, options);
  const expect: Expect = async (status, what, named, options, right = () => true) => {
    const [method = '', path = ''] = named.split(' ');
    const response = await ask(method, path, options);
    const text = JSON.stringify(response.body);
    const fine = response.status === status && right(text);
    good &&= fine;
    const time = String(response.milliseconds).padStart(5);
    console.log(`${fine ? 'good' : 'BAD '}  ${response.status}  ${time} ms  ${named}  (${what})`);
    if (!fine) console.log(`      expected ${status}, got ${text.slice(0, 400)}`);
    return response;
  };
  await checkDoor(expect);
  const administrator = await checkPartners(expect);
  const behind = await checkBehind(output, endpoint);
  const sent = await checkMainJob(
    { ask, expect },
    { ...administrator, pinProof: await proofFor(expect, administrator.token, 'users.setPin') },
  );
  if (!drills) return good && behind && sent;
  await verifySender();
  await expect(200, 'members may pay', 'PUT /applicationsettings/featureflags', {
    token: administrator.token,
    proof: await proofFor(expect, administrator.token, 'settings.saveFeatureFlags'),
    body: { ...allOff, gmrAddProgram: true },
  });
  const lived = await checkMembership({ ask, expect }, administrator.token);
  const drilled = await checkDrills(output, endpoint, (method, path, body) =>
    ask(method, path, { token: administrator.token, body }),
  );
  tellDifferences(await probeDifferences(output, endpoint));
  return good && behind && sent && lived && drilled;
}

/** Verifies the sender, as the owner of a domain does once. */
async function verifySender(): Promise<void> {
  const ses = new SESv2Client({});
  for (const EmailIdentity of ['wellport.test', 'no-reply@wellport.test'])
    await ses.send(new CreateEmailIdentityCommand({ EmailIdentity })).catch(() => undefined);
}

/** Sets the CDN's secret, which the API requires. */
async function useCdnSecret(SecretId: string): Promise<void> {
  const { SecretString } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId }));
  process.env.CDN_SECRET = SecretString;
}

/** Logs in as the site does. */
async function tokenOf(expect: Expect, userName: string): Promise<string> {
  await expect(422, 'a wrong password', 'POST /user/login', { body: { userName, password: 'Wrong12345' } });
  const { body } = await expect(200, 'signs in', 'POST /user/login', { body: { userName, password } });
  return z.object({ tokens: z.object({ accessToken: z.string() }) }).parse(body).tokens.accessToken;
}

/** Tests the authorizer, the pool, and the roles. */
async function checkDoor(expect: Expect): Promise<void> {
  await addSomebody('robin.member@wellport.test', 'member');
  const token = await tokenOf(expect, 'robin.member@wellport.test');
  await expect(200, 'a guest', 'GET /healthcheck', {}, (text) => text === '"OK!"');
  await expect(403, 'who goes around the CDN', 'GET /states/list', { cdnSecret: 'guessed' });
  await expect(401, 'nobody', 'GET /partners/list');
  await expect(401, 'a token that was tampered with', 'GET /partners/list', {
    token: `${token.slice(0, -8)}AAAAAAAA`,
  });
  await expect(403, 'a member', 'GET /partners/list', { token });
  await expect(200, 'a member', 'GET /user/me', { token }, (text) => text.includes('robin.member'));
}

/** Creates the first administrator with the operator command and its link. */
async function firstAdministrator(expect: Expect, email: string): Promise<string> {
  const address = await addFirstAdministrator(email, 'Robin Harbor', now());
  const link = address.split('/').at(-1) ?? '';
  const body = { password, confirmPassword: password };
  await expect(200, 'the first administrator', `POST /user/invitation/${link}/accept`, { body });
  return tokenOf(expect, email);
}

/** Tests table, KMS, and Secrets Manager: account numbers are sealed and shown to administrators only. */
const proven = z.object({ proof: z.string() });

/** Returns a proof of identity for an action. */
async function proofFor(expect: Expect, token: string, action: string): Promise<string> {
  const { body } = await expect(200, `the password again for ${action}`, 'POST /user/stepUp', {
    token,
    body: { action, password },
  });
  return proven.parse(body).proof;
}

async function checkPartners(expect: Expect): Promise<{ token: string; partnerId: string }> {
  const token = await firstAdministrator(expect, 'robin.admin@wellport.test');
  const response = await expect(200, 'a new partner', 'POST /partners/save', { token, body: harborWorks });
  await expect(409, 'its number is taken', 'POST /partners/save', { token, body: harborWorks });
  await expect(200, 'found by a word', 'GET /partners/list?filter=harbor', { token }, (text) =>
    text.includes('Harbor Works'),
  );
  await expect(200, 'the same Lambda, warm', 'GET /partners/list', { token });
  await expect(404, 'no such call', 'GET /partners/nothing', { token });
  const partnerId =
    z.object({ data: z.object({ id: z.string() }) }).safeParse(response.body).data?.data.id ?? '';
  const bankAccount = { routingNumber: '021000021', accountNumber: '000123456789', bankAccountType: 0 };
  const numbersShown = (text: string) => text.includes(bankAccount.accountNumber);
  const proof = await proofFor(expect, token, `partners.saveBankingInfo?partnerId=${partnerId}`);
  await expect(200, 'sealed', 'POST /partners/bankingInfo', {
    token,
    proof,
    body: { partnerId, bankAccount },
  });
  const masked = await expect(
    200,
    'four digits',
    `GET /partners/bankingInfo?partnerId=${partnerId}`,
    { token },
    (text) => text.includes('xxxxx6789') && !numbersShown(text),
  );
  const account = z.object({ bankAccount: z.object({ payeeToken: z.string() }) }).safeParse(masked.body)
    .data?.bankAccount;
  const address =
    `GET /partners/bankAccountDetails?payeeToken=${account?.payeeToken}&reason=Check%20of%20the%20deployment` as const;
  await expect(428, 'the proof of another action', address, { token, proof });
  const target = `partners.bankAccountDetails?payeeToken=${account?.payeeToken}`;
  const ownProof = await proofFor(expect, token, target);
  await expect(200, 'opened', address, { token, proof: ownProof }, numbersShown);
  return { token, partnerId };
}

/** Tests the queue with its worker, and the write-once bucket. */
async function checkBehind(
  output: (stack: string, name: string) => string,
  endpoint: string,
): Promise<boolean> {
  const queueOf = (worker: string) =>
    new URL(new URL(output('Jobs', `${worker}QueueAddress`)).pathname, endpoint).href;
  const queues = { accounts: queueOf('accounts'), emails: queueOf('emails'), data: queueOf('data') };
  Object.assign(process.env, {
    S3_PATH_STYLE: 'true',
    OUTBOX_BUCKET: output('Data', 'OutboxName'),
    ACCOUNT_JOBS_URL: queues.accounts,
    EMAIL_JOBS_URL: queues.emails,
    DATA_JOBS_URL: queues.data,
  });
  const { putFileOnce } = await import('../../functions/platform/files.ts');
  const put = async () => putFileOnce('outbox', ownFile, 'sent once', 'text/plain');
  const twice = [await put(), await put()];
  console.log(
    `${twice.join() === 'stored,there already' ? 'good' : 'BAD '}  a bank file twice: ${twice.join(', ')}`,
  );
  const { enqueue } = await import('../../functions/platform/queue.ts');
  for (const kind of ['bank files', 'member email', 'payroll'] as const)
    await enqueue({ id: 'a-job-that-is-not-there', kind, version: 1 });
  const taken = (await Promise.all(Object.values(queues).map(isEmptied))).every(Boolean);
  console.log(
    `${taken ? 'good' : 'BAD '}  the workers ${taken ? 'took' : 'did not take'} the messages from their queues`,
  );
  return taken && twice.join() === 'stored,there already';
}

/** Reports whether a queue has no waiting or active messages within 30 seconds. */
async function isEmptied(QueueUrl: string): Promise<boolean> {
  const sqs = new SQSClient({});
  for (let turn = 0; turn < 60; turn++) {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({
        QueueUrl,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesNotVisible'],
      }),
    );
    if (Object.values(Attributes).every((count) => count === '0')) return true;
    await wait(500);
  }
  return false;
}
