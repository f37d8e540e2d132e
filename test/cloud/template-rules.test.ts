import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installCfnLint, lintTemplates } from './template-rules.ts';

const role = (statement: object) => ({
  Type: 'AWS::IAM::Role',
  Properties: {
    AssumeRolePolicyDocument: {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
      ],
    },
    Policies: [{ PolicyName: 'own', PolicyDocument: { Version: '2012-10-17', Statement: [statement] } }],
  },
});
const topic = (properties: object) => ({ Type: 'AWS::SNS::Topic', Properties: properties });

/** A template with a fault of each kind, and the rule that finds it. */
const planted: Record<string, [resource: object, rule: string]> = {
  'an unknown property': [topic({ Titel: 'Alarms' }), 'E3002'],
  'an unknown value': [{ Type: 'AWS::Logs::LogGroup', Properties: { RetentionInDays: 8 } }, 'E3030'],
  'a missing reference': [topic({ DisplayName: { Ref: 'Nothing' } }), 'E1020'],
  'an unknown attribute': [topic({ DisplayName: { 'Fn::GetAtt': ['Planted', 'Nothing'] } }), 'E1010'],
  'an unknown resource': [{ Type: 'AWS::SNS::Subject', Properties: {} }, 'E3006'],
  'a policy with an unknown effect': [
    role({ Effect: 'Allowed', Action: 'sns:Publish', Resource: '*' }),
    'E3510',
  ],
  'a policy without a resource': [role({ Effect: 'Allow', Action: 'sns:Publish' }), 'E3510'],
};

test('cfn-lint finds a planted fault of each kind', { timeout: 120_000 }, async () => {
  expect(await installCfnLint()).toBeUndefined();
  const folder = mkdtempSync(join(tmpdir(), 'wellport-planted-'));
  const fileOf = (index: number) => `fault-${index}.template.json`;
  const kinds = Object.entries(planted);
  for (const [index, [, [resource]]] of kinds.entries())
    writeFileSync(join(folder, fileOf(index)), JSON.stringify({ Resources: { Planted: resource } }));
  writeFileSync(join(folder, 'right.template.json'), JSON.stringify({ Resources: { Right: topic({}) } }));
  const lines = await lintTemplates(folder);
  rmSync(folder, { recursive: true });
  for (const [index, [kind, [, rule]]] of kinds.entries())
    expect(
      lines.some((line) => line.startsWith(fileOf(index)) && line.includes(`:${rule}:`)),
      `${kind}\n${lines.join('\n')}`,
    ).toBe(true);
  expect(lines.filter((line) => line.startsWith('right'))).toEqual([]);
});
