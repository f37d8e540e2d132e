import { trialBankSettings } from '../../shared/bank-files/bank-settings.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/build/handlers.ts';
import {
  settingsBeforeDeployment,
  setUpState,
  setUpSteps,
  type Account,
} from '../../infra/operate/set-up.ts';
import { defined } from '../support/defined.ts';
import { firstContext, synthesised, type Resource } from './portal.ts';

const { parts, templates } = synthesised(firstContext);
const settings = await settingsBeforeDeployment(firstContext);

interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>;
}
interface Stack {
  status: string;
  outputs: Record<string, string>;
}

/** An account of AWS as far as the templates and the steps depend on it. It begins empty. */
class SimulatedAccount {
  region = 'us-west-1';
  /** By region and name. */
  readonly stacks = new Map<string, Stack>();
  readonly secrets = new Set<string>();
  readonly identities = new Map<string, 'unverified' | 'verified'>();
  readonly copies = new Set<string>();
  certificateIsIssued = false;
  inSandbox = true;
  dnsLeadsToCdn = false;
  isGood = false;
  hasAdministrator = false;

  readonly view: Account = {
    region: async () => this.region,
    stack: async (name, region) => this.stacks.get(`${region} ${name}`),
    hasSecret: async (name) => this.secrets.has(name),
    sender: async (domain) => this.identities.get(domain) ?? 'unknown',
    mayEmailAnyone: async () => !this.inSandbox,
    isServed: async () => this.dnsLeadsToCdn,
    hasGoodRelease: async () => this.isGood,
    hasAdministrator: async () => this.hasAdministrator,
  };

  /** `cdk deploy --all`: in the order of the dependencies, up to the first failure. Returns its reason. */
  deploy(): string | undefined {
    for (const stack of ordered()) {
      const region = stack.region.startsWith('${') ? this.region : stack.region;
      const key = `${region} ${stack.name}`;
      if (this.stacks.get(key)?.status === 'CREATE_COMPLETE') continue;
      if (!this.stacks.has(`${region} CDKToolkit`)) return `${region} is not bootstrapped`;
      const reason = this.refusalOf(stack.template, region);
      this.stacks.set(key, {
        status: reason ? 'ROLLBACK_COMPLETE' : 'CREATE_COMPLETE',
        outputs: this.outputsOf(stack.template),
      });
      if (reason) return `${stack.name}: ${reason}`;
      for (const { Type, Properties } of Object.values(stack.template.Resources))
        if (Type === 'AWS::SES::EmailIdentity')
          this.identities.set(String(Properties.EmailIdentity), 'unverified');
    }
    return undefined;
  }

  /** Outputs with a name for each value, and exports. */
  private outputsOf({ Outputs = {} }: Template): Record<string, string> {
    return Object.fromEntries(
      Object.entries(Outputs).flatMap(([id, { Value, Export }]) => [
        [id, typeof Value === 'string' ? Value : `<${id}>`],
        ...(Export ? [[`export ${Export.Name}`, id]] : []),
      ]),
    ) as Record<string, string>;
  }

  private refusalOf(template: Template, region: string): string | undefined {
    const text = JSON.stringify(template);
    const exported = new Set(
      [...this.stacks].flatMap(([key, { status, outputs }]) =>
        key.startsWith(region) && status === 'CREATE_COMPLETE' ? Object.keys(outputs) : [],
      ),
    );
    for (const [, name] of text.matchAll(/"Fn::ImportValue":"([^"]+)"/g))
      if (!exported.has(`export ${name}`)) return `no export ${name}`;
    for (const [, name = ''] of text.matchAll(/\{\{resolve:secretsmanager:([\w-]+):/g))
      if (!this.secrets.has(name)) return `no secret ${name}`;
    if (text.includes('must be deployed in us-east-1') && region !== 'us-east-1') return 'wrong region';
    for (const { Type, Properties } of Object.values(template.Resources)) {
      if (Type === 'AWS::SES::EmailIdentity' && this.identities.has(String(Properties.EmailIdentity)))
        return 'the identity already exists';
      if (
        Type === 'AWS::CloudFront::Distribution' &&
        JSON.stringify(Properties).includes('AcmCertificateArn') &&
        !this.certificateIsIssued
      )
        return 'the certificate is not issued';
      if (Type === 'AWS::Backup::BackupPlan' && !this.copies.has('deployed'))
        return 'no vault of the second copy';
    }
    return undefined;
  }
}

/** Top-level stacks in the order of their deployment. */
function ordered() {
  const { stacks } = parts.app.synth();
  return stacks.map(({ stackName, environment, dependencies }) => ({
    name: stackName,
    needs: dependencies.map(({ id }) => id),
    region: environment.region === 'unknown-region' ? '${AWS::Region}' : environment.region,
    template: defined(templates.get(stackName)).toJSON() as Template,
  }));
}

/** Effect of what an operator reads in the state, by a part of its text; each is used once in the simulation. */
const acts: [text: string, act: (account: SimulatedAccount) => void][] = [
  ['export AWS_REGION=us-east-1', (account) => (account.region = 'us-east-1')],
  [
    'npx cdk bootstrap aws://<account>/us-east-1',
    ({ stacks }) => stacks.set('us-east-1 CDKToolkit', { status: 'CREATE_COMPLETE', outputs: {} }),
  ],
  [
    'npx cdk bootstrap aws://<account>/us-west-2',
    ({ stacks }) => stacks.set('us-west-2 CDKToolkit', { status: 'UPDATE_COMPLETE', outputs: {} }),
  ],
  ['aws secretsmanager create-secret --name sftp', ({ secrets }) => secrets.add('sftp')],
  ['aws secretsmanager create-secret --name pager', ({ secrets }) => secrets.add('pager')],
  ['deploy infra/copy.ts first', ({ copies }) => copies.add('deployed')],
  ['aws acm describe-certificate', (account) => (account.certificateIsIssued = true)],
  ['portal.example.com CNAME <CdnAddress>', (account) => (account.dnsLeadsToCdn = true)],
  ['Add these records to its DNS', ({ identities }) => identities.set('example.com', 'verified')],
  ['aws sesv2 put-account-details', (account) => (account.inSandbox = false)],
  ['npm run operate -- smoke --stage production', (account) => (account.isGood = true)],
  [
    'npm run operate -- first-admin <email> --name "<first and last name>" --stage production',
    (account) => (account.hasAdministrator = true),
  ],
];
const deploy = 'npm run deploy -- -c stage=production';

/** Does what the state of the deployment names until nothing is missing, and returns the acts and the failures. */
async function follow(account: SimulatedAccount): Promise<{ done: string[]; text: string }> {
  const done: string[] = [];
  for (let turn = 0; turn < 40; turn += 1) {
    const text = await setUpState(account.view, settings);
    if (!text.includes('missing ')) return { done, text };
    expect(text).toContain('Afterwards: npm run operate -- set-up --stage production');
    const [named, act] = acts.find(([part]) => text.includes(part) && !done.includes(part)) ?? [];
    if (named !== undefined && act) {
      act(account);
      done.push(named);
    } else if (!text.includes(deploy)) throw new Error(`No act follows from: ${text}`);
    if (text.includes(deploy)) done.push(account.deploy() ?? 'deployed');
  }
  throw new Error(`The deployment does not end: ${done.join(', ')}`);
}

describe('the first deployment', () => {
  test('succeeds from an empty account by the named commands only, whatever fails', async () => {
    const { done, text } = await follow(new SimulatedAccount());
    expect(done).toEqual([
      'export AWS_REGION=us-east-1',
      'npx cdk bootstrap aws://<account>/us-east-1',
      'npx cdk bootstrap aws://<account>/us-west-2',
      'aws secretsmanager create-secret --name sftp',
      'aws secretsmanager create-secret --name pager',
      'Wellport-production-Data: no vault of the second copy',
      'deploy infra/copy.ts first',
      'Wellport-production-Site: the certificate is not issued',
      'aws acm describe-certificate',
      'deployed',
      'portal.example.com CNAME <CdnAddress>',
      'Add these records to its DNS',
      'aws sesv2 put-account-details',
      'npm run operate -- smoke --stage production',
      'npm run operate -- first-admin <email> --name "<first and last name>" --stage production',
    ]);
    expect(text).toContain('https://portal.example.com/admin/checklist');
  });

  test('names the value for a domain that another stage registered with SES', async () => {
    const account = new SimulatedAccount();
    account.identities.set('example.com', 'verified');
    for (const [, act] of acts.slice(0, 7)) act(account);
    expect(await setUpState(account.view, settings)).toContain('senderIdentity=existing');
    expect(account.deploy()).toBe('Wellport-production-Jobs: the identity already exists');
  });

  test('refuses a certificate of another region before anything is deployed', async () => {
    const elsewhere = { ...firstContext, certificate: 'arn:aws:acm:eu-west-1:000000000000:certificate/1' };
    const account = new SimulatedAccount();
    account.region = 'us-east-1';
    expect(await setUpState(account.view, await settingsBeforeDeployment(elsewhere))).toContain(
      'aws acm request-certificate --region us-east-1',
    );
  });

  test.each([
    [{ certificate: 'certificate/1' }, 'certificate: the certificate of that domain'],
    [{ domain: 'https://portal.example.com' }, 'domain: the public domain'],
    [{ mailFrom: 'no-reply' }, 'mailFrom: the sender of emails'],
    [{ alarmEmail: 'operators' }, 'alarmEmail: the recipient of alarms'],
    [{ runbookAddress: 'docs/runbook.md' }, 'runbookAddress: the https address'],
    [{ bankSettings: 'no JSON' }, 'bankSettings is not valid JSON'],
    [{ bankSettings: '{}' }, 'bankSettings is invalid'],
    [
      { bankSettings: JSON.stringify({ ...trialBankSettings(), prenotes: { memberDues: false } }) },
      'must be on for debits that members authorize online (memberDues)',
    ],
    [{ breachedPasswords: 'yes' }, 'breachedPasswords: on or off, not yes'],
    [{ leaversPercent: '500' }, 'leaversPercent: '],
    [{ backupVaultName: 'two words' }, 'backupVaultName: '],
    [{ copyVaultArn: 'vault' }, 'copyVaultArn: '],
    [{ domian: 'portal.example.com' }, 'Unknown values: domian'],
  ])('refuses %j before anything is built, with the next command', async (value, text) => {
    const refused = settingsBeforeDeployment({ ...firstContext, ...value });
    await expect(refused).rejects.toThrow(text);
    await expect(refused).rejects.toThrow(/Afterwards: npm run operate -- set-up --stage production -c '/);
  });

  test.each([
    ['REVIEW_IN_PROGRESS', 'The stack Wellport-production-Data does not exist: npm run deploy'],
    ['CREATE_IN_PROGRESS', 'wait for its end'],
    ['UPDATE_ROLLBACK_FAILED', 'aws cloudformation continue-update-rollback --region us-east-1'],
    ['ROLLBACK_COMPLETE', 'aws cloudformation delete-stack --region us-east-1'],
  ])('names the next command for a stack that is %s', async (status, text) => {
    const account = new SimulatedAccount();
    for (const [, act] of acts.slice(0, 7)) act(account);
    account.stacks.set('us-east-1 Wellport-production-Data', { status, outputs: {} });
    const named = await setUpState(account.view, settings);
    expect(named).toContain(text);
    // the data of a stack whose update failed must not be deleted
    expect(/delete/.test(named)).toBe(status === 'ROLLBACK_COMPLETE');
  });

  test('repeats the values of the command line in the next command', async () => {
    const account = new SimulatedAccount();
    const text = await setUpState(account.view, settings, { stage: 'production', salesPhone: "it's" });
    expect(text).toContain(
      String.raw`Afterwards: npm run operate -- set-up --stage production -c 'salesPhone=it'\''s'`,
    );
  });

  test('names missing values, and every stack in its order', async () => {
    await expect(settingsBeforeDeployment({ stage: 'production' })).rejects.toThrow(
      /infra\/stages\/stage-file\.ts[^]*domain: [^]*bankSettings: /,
    );
    const account = new SimulatedAccount();
    for (const [, act] of acts.slice(0, 7)) act(account);
    const left = new Map(ordered().map((stack) => [stack.name, stack]));
    while (left.size > 0) {
      const [, name = ''] =
        /The stack (\S+) does not exist/.exec(await setUpState(account.view, settings)) ?? [];
      const { region, needs } = defined(left.get(name));
      expect(needs.filter((other) => left.has(other))).toEqual([]);
      left.delete(name);
      const own = region.startsWith('$') ? 'us-east-1' : region;
      account.stacks.set(`${own} ${name}`, { status: 'CREATE_COMPLETE', outputs: {} });
    }
  });

  test('has the steps of docs/deploy.md, in their order', () => {
    const page = readFileSync(join(root, 'docs/deploy.md'), 'utf8');
    const [, section = ''] = page.split('## First deployment\n');
    const named = [...(section.split('\n## ')[0] ?? '').matchAll(/^\d+\. \*\*(.+?)\.\*\*/gm)].map(
      ([, name]) => name,
    );
    expect(named).toEqual(['Values', ...setUpSteps.map(({ name }) => name), 'Checklist']);
  });
});
