import { validateWorkflow } from '@action-validator/core';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/handlers.ts';
import { apiNames } from '../../infra/http-apis.ts';
import { liveAlias } from '../../infra/live-alias.ts';
import { settingsOf } from '../../infra/stage.ts';
import { siteConfigOf } from '../../infra/pages-stack.ts';
import { changed, synthesised } from './portal.ts';
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
      .map(([, { Properties }]) => (Properties.Target as { Arn: unknown }).Arn),
    ...portal.all('AWS::Lambda::EventSourceMapping').map(([, { Properties }]) => Properties.FunctionName),
    ...portal
      .all('AWS::Events::Rule')
      .map(([, { Properties }]) => (Properties.Targets as { Arn: unknown }[])[0]?.Arn),
  ];
  // the handler of unknown paths is started by each HTTP API, that of deployments by CloudFormation
  expect(started).toHaveLength(ours.length + apiNames.length - 2);
  for (const item of started) {
    const name = /^\{"Ref":"(\w+)"\}$/.exec(text(item))?.[1];
    expect(names, text(item)).toContain(name);
  }
  for (const [id, { Properties }] of portal.all('AWS::Lambda::EventInvokeConfig'))
    expect(Properties.Qualifier, id).toBe(liveAlias);
});

test('functions, pages and each page’s file name their release', () => {
  const named = synthesised(changed);
  const { identity } = named.parts;
  expect(siteConfigOf(identity, settingsOf(identity.node)).release).toBe('a1b2c3d4e5f6');
  const released = named
    .all('AWS::Lambda::Function')
    .filter(([, { Properties }]) => text(Properties.Environment ?? {}).includes('STAGE'));
  for (const [id, { Properties }] of released)
    expect(text(Properties.Environment), id).toContain('"RELEASE":"a1b2c3d4e5f6"');
  const pages = named.all('Custom::CDKBucketDeployment').filter(([id]) => id.includes('/Pages'));
  expect(pages).toHaveLength(1);
  expect(defined(pages[0])[1].Properties.UserMetadata).toEqual({ release: 'a1b2c3d4e5f6' });
});

const workflow = readFileSync(join(root, '.github/workflows/deliver.yml'), 'utf8');

test('the workflow is one that GitHub takes', () => {
  expect(validateWorkflow(workflow).errors).toEqual([]);
  for (const [right, wrong] of [
    ['runs-on:', 'runs-in:'],
    ['needs:', 'need:'],
    ['id-token: write', 'id-token: yes'],
  ] as const) {
    expect(workflow).toContain(right);
    expect(validateWorkflow(workflow.replace(right, wrong)).errors, wrong).not.toEqual([]);
  }
});

test('the workflow’s commands are those that there are, and it goes back where a look fails', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object };
  const named = [...workflow.matchAll(/npm (?:run )?(test|(?<=run )\w+)/g)].map(([, name]) => name ?? '');
  expect(named).toEqual(expect.arrayContaining(['check', 'test', 'deploy', 'operate']));
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  const usage = readFileSync(join(root, 'infra/operate/operate.ts'), 'utf8');
  for (const [, command] of workflow.matchAll(/npm run operate -- ([\w-]+)/g))
    expect(usage).toMatch(new RegExp(`^ +'?${command}'?: async`, 'm'));
  expect(workflow).toMatch(/id-token: write[\s\S]*role-to-assume/);
  expect(workflow).not.toMatch(/AWS_(SECRET_)?ACCESS_KEY/i);
  expect(workflow).toMatch(/steps\.smoke\.conclusion == 'failure'\n +run: npm run operate -- rollback/);
});
