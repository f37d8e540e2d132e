import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CloudFormationClient, GetTemplateCommand } from '../../infra/operate/aws-tools.mjs';
import { compareTemplates } from '../../infra/operate/compare-templates.ts';
import { templateChanges, type Stacks } from '../../infra/quotas/template-changes.ts';
import { defined } from '../support/defined.ts';
import type { Template } from '../../infra/quotas/templates.ts';

const table = (properties: object = {}) => ({
  Type: 'AWS::DynamoDB::GlobalTable',
  DeletionPolicy: 'Retain',
  Properties: { GlobalSecondaryIndexes: [{ IndexName: 'byName' }], ...properties },
});
const output = (value: string) => ({ Value: value, Export: { Name: 'Data:Table' } });
const stacks = (data: Partial<Template>, jobs: Template['Resources'] = {}) =>
  new Map<string, Template>([
    ['Data', { Resources: { Table: table() }, Outputs: { Out: output('table') }, ...data }],
    ['Jobs', { Resources: { Queue: { Type: 'AWS::SQS::Queue' }, ...jobs } }],
  ]);
const reader = {
  Reader: { Type: 'AWS::Lambda::Function', Properties: { Role: { 'Fn::ImportValue': 'Data:Table' } } },
};
const deployed = stacks({}, reader);
const textsOf = (before: Stacks, next: Stacks) => templateChanges(before, next).map(({ text }) => text);

describe('changes of templates', () => {
  it.each([
    ['none', stacks({}, reader), []],
    [
      'an export that is removed while a deployed stack uses it, even if the next release does not',
      stacks({ Outputs: {} }),
      ['The export Data:Table is removed, but Jobs uses it.'],
    ],
    [
      'an export with another value',
      stacks({ Outputs: { Out: output('other') } }, reader),
      ['The export Data:Table changes, but Jobs uses it.'],
    ],
    [
      'a removed table',
      stacks({ Resources: {} }, reader),
      ['Data/Table (AWS::DynamoDB::GlobalTable) with data is removed, with the policy Retain.'],
    ],
    [
      'a replaced table',
      stacks({ Resources: { Table: table({ TableName: 'named' }) } }, reader),
      ['Data/Table (AWS::DynamoDB::GlobalTable) with data is replaced, because TableName changes.'],
    ],
    [
      'two changed indexes',
      stacks({ Resources: { Table: table({ GlobalSecondaryIndexes: [{ IndexName: 'byDate' }] }) } }, reader),
      ['Data/Table changes 2 indexes (byName, byDate); AWS allows one per deployment.'],
    ],
    [
      'other keys of an index',
      stacks(
        {
          Resources: {
            Table: table({ GlobalSecondaryIndexes: [{ IndexName: 'byName', KeySchema: ['other'] }] }),
          },
        },
        reader,
      ),
      ['Data/Table changes the index byName; AWS refuses this: add one with another name.'],
    ],
    [
      'a table that is no longer retained',
      stacks({ Resources: { Table: { ...table(), DeletionPolicy: 'Delete' } } }, reader),
      [
        'Data/Table (AWS::DynamoDB::GlobalTable) with data loses the policy Retain: its removal would delete the data.',
      ],
    ],
    [
      'a renamed function',
      stacks(
        {},
        { Reader: { ...reader.Reader, Properties: { ...reader.Reader.Properties, FunctionName: 'next' } } },
      ),
      ['Jobs/Reader (AWS::Lambda::Function) is replaced, because FunctionName changes.'],
    ],
  ])('name %s', (_, next, changes) => expect(textsOf(deployed, next)).toEqual(changes));

  it.each([
    ['AWS::Cognito::UserPoolGroup', 'UserPoolId', ' with data'],
    ['AWS::ApiGatewayV2::Route', 'ApiId', ''],
    ['AWS::CloudFront::Function', 'Name', ''],
    ['AWS::Lambda::EventSourceMapping', 'EventSourceArn', ''],
  ])('name the replacement of %s by %s', (Type, property, data) => {
    const withValue = (value: string) => stacks({}, { One: { Type, Properties: { [property]: value } } });
    expect(textsOf(withValue('before'), withValue('after'))).toEqual([
      `Jobs/One (${Type})${data} is replaced, because ${property} changes.`,
    ]);
  });

  it('allow the removal of an export that no deployed stack uses', () =>
    expect(templateChanges(stacks({}), stacks({ Outputs: {} }))).toEqual([]));
});

describe('compare-templates', () => {
  const cloudFormation = mockClient(CloudFormationClient as never);
  const folder = mkdtempSync(join(tmpdir(), 'wellport-templates-'));
  const synthesize = (template: object, region = 'unknown-region') => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'Wellport-dev-Data.template.json'), JSON.stringify(template));
    writeFileSync(join(folder, 'Wellport-dev-New.template.json'), JSON.stringify({ Resources: {} }));
    const artifacts = { 'Wellport-dev-Data': { environment: `aws://unknown-account/${region}` } };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ artifacts }));
  };
  beforeEach(() => {
    cloudFormation.reset();
    cloudFormation.on(GetTemplateCommand as never).callsFake(async ({ StackName }: { StackName: string }) => {
      if (StackName === 'Wellport-dev-Data')
        return { TemplateBody: JSON.stringify({ Resources: { Table: table() } }) };
      throw Object.assign(new Error('does not exist'), { name: 'ValidationError' });
    });
  });
  afterAll(() => cloudFormation.restore());

  it('accepts stacks that are new or unchanged', async () => {
    synthesize({ Resources: { Table: table() } });
    expect(await compareTemplates('dev', [], folder)).toContain('1 deployed stacks of dev can be updated');
  });

  it('reports a region without stacks of the stage', async () => {
    cloudFormation
      .on(GetTemplateCommand as never)
      .rejects(Object.assign(new Error('does not exist'), { name: 'ValidationError' }));
    synthesize({ Resources: { Table: table() } });
    expect(await compareTemplates('dev', [], folder)).toMatch(
      /^No stack of dev is deployed in .+nothing to compare/,
    );
  });

  it('refuses the loss of a table', async () => {
    synthesize({ Resources: {} });
    await expect(compareTemplates('dev', [], folder)).rejects.toThrow('with data is removed');
  });

  describe('with accepted changes', () => {
    const renamed = { Resources: { Table: table({ TableName: 'named' }) } };
    const text =
      'Wellport-dev-Data/Table (AWS::DynamoDB::GlobalTable) with data is replaced, because TableName changes.';

    it('prints the acceptance that a replacement needs', async () => {
      synthesize(renamed);
      await expect(compareTemplates('dev', [], folder)).rejects.toThrow(
        `${text}\nIf a replacement or removal is meant, accept it by its logical ID: --accept Wellport-dev-Data/Table`,
      );
    });

    it.each(['Table', 'Wellport-dev-Data/Table'])('prints every change that %s accepts', async (id) => {
      synthesize(renamed);
      expect(await compareTemplates('dev', [id], folder)).toBe(
        `Accepted: ${text}\n1 deployed stacks of dev can be updated with the accepted changes.`,
      );
    });

    it('refuses an acceptance that matches no change', async () => {
      synthesize(renamed);
      await expect(compareTemplates('dev', ['Table', 'Bucket'], folder)).rejects.toThrow(
        /^--accept Bucket matches no change: remove it.$/,
      );
      synthesize({ Resources: { Table: table() } });
      await expect(compareTemplates('dev', ['Table'], folder)).rejects.toThrow('matches no change');
    });

    it('refuses changes that AWS refuses although they are accepted', async () => {
      synthesize({ Resources: { Table: table({ GlobalSecondaryIndexes: [{ IndexName: 'byDate' }] }) } });
      await expect(compareTemplates('dev', ['Table'], folder)).rejects.toThrow(
        'AWS allows one per deployment',
      );
    });
  });

  it('reads the status page from its own region', async () => {
    synthesize({ Resources: { Table: table() } }, 'us-west-2');
    await compareTemplates('dev', [], folder);
    const [call] = cloudFormation.commandCalls(GetTemplateCommand as never);
    const { config } = defined(call).thisValue as { config: { region: () => Promise<string> } };
    expect(await config.region()).toBe('us-west-2');
  });

  it('asks for templates of the stage', async () =>
    expect(compareTemplates('production', [], folder)).rejects.toThrow(
      'npx cdk synth --quiet -c stage=production',
    ));
});
