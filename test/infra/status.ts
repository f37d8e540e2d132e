import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { defined } from '../support/defined.ts';
import { synthesised } from './portal.ts';

const portal = synthesised();
const status = defined(portal.templates.get('Wellport-dev-Status'));

test('the probe runs each minute, and may write the status page and its history only', () => {
  status.hasResourceProperties('AWS::Scheduler::Schedule', { ScheduleExpression: 'rate(1 minute)' });
  const statements = Object.values(status.findResources('AWS::IAM::Role')).flatMap(({ Properties }) =>
    (
      Properties as { Policies: { PolicyDocument: { Statement: { Action: string; Resource: unknown }[] } }[] }
    ).Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
  );
  const actions = statements.flatMap(({ Action }) => Action);
  expect(actions.toSorted()).toEqual([
    'lambda:InvokeFunction',
    'logs:CreateLogStream',
    'logs:PutLogEvents',
    's3:GetObject',
    's3:ListBucket',
    's3:PutObject',
  ]);
  expect(JSON.stringify(statements.find(({ Action }) => Action === 's3:PutObject')?.Resource)).not.toContain(
    '*',
  );
});

test('the status page depends on the portal by its address only', () => {
  const imported = [...JSON.stringify(status.toJSON()).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(imported).toEqual([expect.stringMatching(/Site:ExportsOutputFnGetAttCdn\w+DomainName/)]);
  status.resourceCountIs('AWS::CloudFront::Distribution', 1);
  status.resourceCountIs('AWS::S3::Bucket', 1);
  status.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      SecurityHeadersConfig: Match.objectLike({
        ContentSecurityPolicy: Match.objectLike({
          ContentSecurityPolicy: Match.stringLikeRegexp("^default-src 'none'; style-src 'sha256-"),
        }),
      }),
    },
  });
});
