import { App } from 'aws-cdk-lib/core';
import { Template } from 'aws-cdk-lib/assertions';
import { validateWorkflow } from '@action-validator/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DeliveryStack } from '../../infra/delivery.ts';
import {
  functionNameOf,
  root,
  poolChallengeHandler,
  unknownPathHandler,
} from '../../infra/build/handlers.ts';
import { apiNames } from '../../infra/stacks/http-apis.ts';
import { liveAlias } from '../../infra/stacks/live-alias.ts';
import { warmEndpoints } from '../../infra/stages/stage-file.ts';
import { settingsOf } from '../../infra/stages/stage.ts';
import { siteConfigOf } from '../../infra/stacks/pages-stack.ts';
import { changed, production, synthesised } from './portal.ts';
import { defined } from '../support/defined.ts';

const portal = synthesised();
const ours = portal
  .all('AWS::Lambda::Function')
  .filter(
    ([, { Properties }]) => Properties.Handler === 'index.handler' && Properties.Runtime === 'nodejs24.x',
  );
const aliases = portal.all('AWS::Lambda::Alias');
const text = (value: unknown) => JSON.stringify(value);

test('every function has versions, which stay, and one alias that names the live one', () => {
  const versions = new Map(portal.all('AWS::Lambda::Version'));
  expect(aliases).toHaveLength(ours.length);
  expect(versions.size).toBe(ours.length);
  for (const [id, { Properties }] of aliases) {
    expect(Properties.Name, id).toBe(liveAlias);
    const version = /"Fn::GetAtt":\["(\w+)","Version"\]/.exec(text(Properties.FunctionVersion))?.[1];
    expect(versions.get(`${id.split('/')[0]}/${version}`)?.DeletionPolicy, id).toBe('Retain');
  }
});

test('log-in, home, and access pass stay started with warmCopies, and nothing else', () => {
  const copies = (deployed: typeof portal) =>
    deployed.all('AWS::Lambda::Alias').flatMap(([, { Properties }]) => {
      const { ProvisionedConcurrencyConfig: config } = Properties;
      return config ? [config] : [];
    });
  expect(copies(portal)).toEqual([]);
  expect(copies(synthesised(changed))).toEqual(
    warmEndpoints.map(() => ({ ProvisionedConcurrentExecutions: 1 })),
  );
});

test('what names the live version by a text is made after it', () => {
  const configs = portal.all('AWS::Lambda::EventInvokeConfig');
  expect(configs.length).toBeGreaterThan(0);
  const names = new Set(aliases.map(([id]) => id.split('/')[1]));
  for (const [id, config] of configs) {
    const after = [(config as { DependsOn?: string | string[] }).DependsOn ?? []].flat();
    expect(
      after.some((name) => names.has(name)),
      id,
    ).toBe(true);
  }
});

test('calls, messages, schedules and events start the live version, and none the newest', () => {
  const names = new Set(aliases.map(([id]) => id.split('/')[1]));
  const started = [
    ...portal.all('AWS::ApiGatewayV2::Integration').map(([, { Properties }]) => Properties.IntegrationUri),
    ...portal
      .all('AWS::Scheduler::Schedule')
      // the probe has no versions
      .filter(([id]) => id.includes('-Jobs/'))
      .map(([, { Properties }]) => (Properties.Target as { Arn: unknown }).Arn),
    ...portal.all('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties.FunctionName),
    ...portal
      .all('AWS::Events::Rule')
      .map(([, { Properties }]) => (Properties.Targets as { Arn: unknown }[])[0]?.Arn),
    ...portal
      .all('AWS::Cognito::UserPool')
      .map(([, { Properties }]) => (Properties.LambdaConfig as Record<string, unknown>).DefineAuthChallenge),
  ];
  // the handler of unknown paths is started by each HTTP API, that of deployments by CloudFormation
  expect(started).toHaveLength(ours.length + apiNames.length - 2);
  for (const item of started) {
    // the default routes and the user pool name the function of another stack
    const isNamed = (handler: string) =>
      text(item).includes(`:function:${functionNameOf('dev', handler)}:${liveAlias}"`);
    if (isNamed(unknownPathHandler) || isNamed(poolChallengeHandler)) continue;
    const name = /^\{"Ref":"(\w+)"\}$/.exec(text(item))?.[1];
    expect(names, text(item)).toContain(name);
  }
  for (const [id, { Properties }] of portal.all('AWS::Lambda::EventInvokeConfig'))
    expect(Properties.Qualifier, id).toBe(liveAlias);
});

test('settings, aliases, pages, and each page’s file name their release, and versions of functions do not', () => {
  const named = synthesised(changed);
  const { identity } = named.parts;
  expect(siteConfigOf(settingsOf(identity.node)).release).toBe('a1b2c3d4e5f6');
  const [stored] = named.all('Custom::WellportSettings');
  expect(defined(stored)[1].Properties.rows).toMatchObject({ common: { RELEASE: 'a1b2c3d4e5f6' } });
  for (const [id, { Properties }] of named.all('AWS::Lambda::Alias'))
    expect(Properties.Description, id).toBe('Release a1b2c3d4e5f6');
  // a function with unchanged code keeps its version
  const versioned = named
    .all('AWS::Lambda::Function')
    .filter(([, { Properties }]) => text(Properties).includes('SETTINGS_TABLE'));
  expect(versioned).toHaveLength(named.all('AWS::Lambda::Alias').length);
  for (const [id, { Properties }] of versioned) expect(text(Properties), id).not.toContain('a1b2c3d4e5f6');
  const pages = named.all('Custom::CDKBucketDeployment').filter(([id]) => id.includes('/Pages'));
  expect(pages).toHaveLength(1);
  expect(defined(pages[0])[1].Properties.UserMetadata).toEqual({ release: 'a1b2c3d4e5f6' });
});

test('functions of a stack with equal permissions share a role', () => {
  const roles = portal.all('AWS::IAM::Role');
  expect(ours.length).toBeGreaterThan(300);
  const texts = roles.flatMap(([id, { Properties }]) =>
    Properties.Path === undefined ? [] : [`${id.split('/')[0]} ${text(Properties.Policies)}`],
  );
  expect(new Set(texts).size).toBe(texts.length);
  const retained = synthesised(production)
    .all('AWS::IAM::Role')
    .filter(([, { Properties }]) => Properties.Path !== undefined);
  expect(retained.length).toBeGreaterThan(80);
  // versions that a rollback restores keep their role
  for (const [id, { DeletionPolicy }] of retained) expect(DeletionPolicy, id).toBe('Retain');
});

const workflow = readFileSync(join(root, '.github/workflows/deliver.yml'), 'utf8');
// the validator does not know this permission
const knownWorkflow = workflow.replace('      attestations: write\n', '');

test('the nightly workflow is one that GitHub takes', () =>
  expect(validateWorkflow(readFileSync(join(root, '.github/workflows/nightly.yml'), 'utf8')).errors).toEqual(
    [],
  ));

test('the workflow is one that GitHub takes', () => {
  expect(validateWorkflow(knownWorkflow).errors).toEqual([]);
  for (const [right, wrong] of [
    ['runs-on:', 'runs-in:'],
    ['needs:', 'need:'],
    ['id-token: write', 'id-token: yes'],
  ] as const) {
    expect(knownWorkflow).toContain(right);
    expect(validateWorkflow(knownWorkflow.replace(right, wrong)).errors, wrong).not.toEqual([]);
  }
});

test('the workflow’s commands exist, and a failed deployment or check is rolled back', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = [...workflow.matchAll(/npm (?:run )?(test|(?<=run )\w+)/g)].map(([, name]) => name ?? '');
  expect(named).toEqual(expect.arrayContaining(['test', 'build', 'deploy', 'operate']));
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  const usage = readFileSync(join(root, 'infra/operate/operate.ts'), 'utf8');
  for (const [, command] of workflow.matchAll(/npm run operate -- ([\w-]+)/g))
    expect(usage).toMatch(new RegExp(`^ +'?${command}'?: async`, 'm'));
  expect(workflow).toMatch(/id-token: write[\s\S]*role-to-assume/);
  expect(workflow).not.toMatch(/AWS_(SECRET_)?ACCESS_KEY/i);
  expect(workflow).toMatch(
    /if: failure\(\) && .*steps\.smoke.*steps\.deploy.*\n +run: npm run operate -- rollback/,
  );
  // a failed comparison fails, and each stage has one deployment at a time
  expect(workflow).not.toContain('|| true');
  expect(
    workflow.match(/concurrency: \{ group: (staging|production), cancel-in-progress: false \}/g),
  ).toHaveLength(2);
});

test('the workflow stops at a known high or critical vulnerability before it builds', () => {
  const [check = ''] = workflow.slice(workflow.indexOf('  check:')).split(/\n\n {2}\w+:\n/);
  const steps = check.split('\n      - ');
  const audit = steps.findIndex((step) =>
    /^run: npm audit --audit-level=(low|moderate|high)\s*$/m.test(step),
  );
  expect(audit).toBeGreaterThan(0);
  expect(audit).toBeLessThan(steps.findIndex((step) => step.includes('npm run build')));
  expect(steps[audit]).not.toMatch(/continue-on-error|\|\||if:/);
});

test('the workflow uses fixed versions of its actions, and packages run no scripts when installed', () => {
  const used = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
  expect(used.length).toBeGreaterThan(4);
  for (const action of used) expect(action).toMatch(/^[\w./-]+@[\da-f]{40}$/);
  const npmrc = readFileSync(join(root, '.npmrc'), 'utf8').split('\n');
  expect(npmrc).toEqual(
    expect.arrayContaining(['ignore-scripts=true', 'min-release-age=7', 'save-exact=true']),
  );
});

test('a role of the workflow trusts one environment of one repository, and reaches one stage', () => {
  const stack = Template.fromStack(new DeliveryStack(new App(), 'Delivery', 'owner/portal'));
  const roles = Object.values(stack.findResources('AWS::IAM::Role')).map(({ Properties }) =>
    text(Properties),
  );
  expect(roles).toHaveLength(4);
  for (const environment of ['diff', 'staging', 'production', 'sandbox']) {
    const role = defined(
      roles.find((item) => item.includes(`repo:owner/portal:environment:${environment}"`)),
    );
    expect(role).toContain('"token.actions.githubusercontent.com:aud":"sts.amazonaws.com"');
    expect(role).not.toContain('StringLike');
    const other = environment === 'production' ? 'staging' : 'production';
    expect(role).not.toContain(other);
  }
  const diff = defined(roles.find((item) => item.includes('environment:diff"')));
  expect(diff).toContain('cdk-hnb659fds-lookup-role');
  expect(diff).not.toMatch(/lambda:|dynamodb:|s3:/);
});
