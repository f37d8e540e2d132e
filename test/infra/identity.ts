import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { production, synthesised } from './portal.ts';
import { defined } from '../support/defined.ts';

const stages = { dev: synthesised(), production: synthesised(production) };

/** Attributes that the portal relies on; a client that can write one of them can take over another account. */
const trusted = ['email', 'email_verified', 'phone_number', 'name', 'family_name', 'given_name'];

test.each(['dev', 'production'] as const)('the public Cognito API changes no account in %s', (stage) => {
  const identity = defined(stages[stage].templates.get(`Wellport-${stage}-Identity`));
  // ForgotPassword needs no token: with any other mechanism it bypasses our captcha, limits and audit
  identity.hasResourceProperties('AWS::Cognito::UserPool', {
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'admin_only', Priority: 1 }] },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
  });
  identity.resourceCountIs('AWS::Cognito::UserPoolClient', 1);
  identity.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    ReadAttributes: ['email', 'email_verified'],
    WriteAttributes: Match.anyValue(),
    // an access token of another flow would not pass through our own sign-in; the custom one requires our ticket
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  });
  const [client] = Object.values(identity.findResources('AWS::Cognito::UserPoolClient'));
  const writable = client?.Properties.WriteAttributes as string[];
  // Cognito treats an empty list as the default: every standard attribute
  expect(writable).toHaveLength(1);
  expect(writable.filter((name) => trusted.includes(name))).toEqual([]);
});

test.each(['dev', 'production'] as const)('the pool invokes the live trigger of tickets in %s', (stage) => {
  const identity = defined(stages[stage].templates.get(`Wellport-${stage}-Identity`));
  const jobs = defined(stages[stage].templates.get(`Wellport-${stage}-Jobs`));
  const name = `${stage}-users-on-pool-challenge`;
  const [pool] = Object.values(identity.findResources('AWS::Cognito::UserPool'));
  const triggers = Object.values(pool?.Properties.LambdaConfig as object);
  expect(triggers).toHaveLength(3);
  for (const arn of triggers) expect(JSON.stringify(arn)).toContain(`:function:${name}:live"`);
  jobs.hasResourceProperties('AWS::Lambda::Function', { FunctionName: name });
  jobs.hasResourceProperties('AWS::Lambda::Permission', {
    Action: 'lambda:InvokeFunction',
    Principal: 'cognito-idp.amazonaws.com',
    SourceArn: Match.anyValue(),
  });
});
