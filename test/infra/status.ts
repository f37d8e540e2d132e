import { Match } from 'aws-cdk-lib/assertions';
import { Token } from 'aws-cdk-lib/core';
import { expect, test } from 'vitest';
import { defined } from '../support/defined.ts';
import { production, synthesised } from './portal.ts';

const portal = synthesised();
const distant = synthesised(production);
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

test('in a stage with a domain and a firewall, the probe runs in another region and reports to that of the alarms', () => {
  const { status: stack, jobs, site } = distant.parts;
  expect(stack.region).toBe('us-west-2');
  expect([jobs, site].map(({ region }) => Token.isUnresolved(region))).toEqual([true, true]);
  const template = defined(distant.templates.get('Wellport-production-Status'));
  expect(JSON.stringify(template.toJSON())).not.toContain('Fn::ImportValue');
  template.hasResourceProperties('AWS::Lambda::Function', {
    Environment: {
      Variables: Match.objectLike({
        REPORT_REGION: 'us-east-1',
        REPORT_LOG: '/wellport/production/status/probe',
        SITE_ADDRESS: `https://${production.domain}`,
      }),
    },
  });
  const inJobs = distant
    .all('AWS::Logs::LogGroup')
    .map(([id, { Properties }]) => [id.split('/')[0], Properties.LogGroupName]);
  expect(inJobs).toContainEqual(['Wellport-production-Jobs', '/wellport/production/status/probe']);
  template.hasResourceProperties('AWS::CloudWatch::CompositeAlarm', {
    AlarmName: 'wellport-production-RegionSilent',
    AlarmDescription: Match.stringLikeRegexp('region=us-east-1#dashboards[^]*region=us-west-2#logs'),
    AlarmActions: [Match.anyValue()],
  });
  // without a domain, its address would be an import from another region
  expect(Token.isUnresolved(portal.parts.status.region)).toBe(true);
  expect(JSON.stringify(status.toJSON())).not.toContain('REPORT_REGION');
});
