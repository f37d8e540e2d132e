import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { makeFoundation } from '../../infra/app.ts';
import { settingsOf } from '../../infra/stages/stage.ts';
import { tableIndexes } from '../../infra/permissions/table-use.ts';
import { poolGroups } from '../../shared/roles.ts';
import { sources } from '../architecture/sources.ts';
import { samplePlaces } from '../../infra/quotas/quotas.ts';
import { production, storedSettings, synthesised } from './portal.ts';
import { defined } from '../support/defined.ts';

const stages = { dev: synthesised(), production: synthesised(production) };

describe.each(['dev', 'production'] as const)('in %s', (stage) => {
  const portal = stages[stage];
  const data = defined(portal.templates.get(`Wellport-${stage}-Data`));
  const stored = stage === 'production';

  test('the table can be taken back to any minute of five weeks, and forgets what expired', () => {
    data.hasResource('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: stored ? 'Retain' : 'Delete',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
        SSESpecification: { SSEEnabled: true },
        Replicas: [
          Match.objectLike({
            DeletionProtectionEnabled: stored,
            PointInTimeRecoverySpecification: {
              PointInTimeRecoveryEnabled: true,
              RecoveryPeriodInDays: 35,
            },
          }),
        ],
      },
    });
  });

  test('the table has the indexes of its lists, which hold keys only', () => {
    data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      GlobalSecondaryIndexes: tableIndexes.map(({ name, partitionKey, sortKey }) => ({
        IndexName: name,
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
    });
  });

  test('every bucket is private, versioned, encrypted and refuses plain HTTP', () => {
    const buckets = portal.all('AWS::S3::Bucket');
    expect(buckets.length).toBeGreaterThanOrEqual(5);
    const policies = portal.all('AWS::S3::BucketPolicy');
    for (const [id, { Properties }] of buckets) {
      const [template, bucket] = id.split('/');
      expect(Properties.PublicAccessBlockConfiguration, id).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(Properties.AccessControl, id).toBeUndefined();
      expect(Properties.VersioningConfiguration, id).toEqual({ Status: 'Enabled' });
      expect(Properties.BucketEncryption, id).toBeDefined();
      const policy = policies.find(
        ([name, found]) =>
          name.startsWith(`${template}/`) &&
          JSON.stringify(found.Properties.Bucket) === JSON.stringify({ Ref: bucket }),
      );
      expect(JSON.stringify(policy?.[1].Properties), id).toContain('"aws:SecureTransport":"false"');
    }
  });

  test('signed agreements and sent bank files cannot be replaced or deleted', () => {
    const locked = portal
      .all('AWS::S3::Bucket')
      .filter(([, { Properties }]) => Properties.ObjectLockEnabled === true);
    expect(locked.map(([id]) => id.replace(/.*\/([A-Z][a-z]+).*/, '$1')).toSorted()).toEqual([
      'Agreements',
      'Outbox',
    ]);
    for (const [id, { Properties }] of locked)
      expect(Properties.ObjectLockConfiguration, id).toMatchObject({
        ObjectLockEnabled: 'Enabled',
        Rule: {
          DefaultRetention: stored ? { Mode: 'COMPLIANCE', Days: 2196 } : { Mode: 'GOVERNANCE', Days: 1 },
        },
      });
  });

  test('the key of the vault is renewed by itself', () => {
    data.hasResourceProperties('AWS::KMS::Key', { EnableKeyRotation: true });
  });

  test('the secret has the shape that functions read, of generated keys', async () => {
    const secrets = portal.all('AWS::SecretsManager::Secret').filter(([id]) => id.includes('-Data/'));
    const combined = secrets.filter(([, { Properties }]) => Properties.SecretString !== undefined);
    expect(combined).toHaveLength(1);
    const text = JSON.stringify(defined(combined[0])[1].Properties.SecretString);
    for (const key of ['fingerprintKey', 'invitationKey']) expect(text).toContain(key);
    expect(text).not.toContain('vaultKey');
    expect(text.match(/resolve:secretsmanager/g)).toHaveLength(2);
    const generated = secrets.filter(([, { Properties }]) => Properties.GenerateSecretString !== undefined);
    expect(generated).toHaveLength(2);
    for (const [, { Properties }] of generated)
      expect(Properties.GenerateSecretString).toMatchObject({ PasswordLength: 64 });
  });

  test('the user pool signs in by email under the password rule and disables self-registration', () => {
    const identity = defined(portal.templates.get(`Wellport-${stage}-Identity`));
    identity.hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: stored ? 'Retain' : 'Delete',
      Properties: {
        UsernameAttributes: ['email'],
        AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
        DeletionProtection: stored ? 'ACTIVE' : 'INACTIVE',
        MfaConfiguration: 'OPTIONAL',
        EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
        Policies: {
          PasswordPolicy: Match.objectLike({
            MinimumLength: 8,
            RequireNumbers: true,
            RequireSymbols: false,
            RequireUppercase: false,
          }),
        },
      },
    });
    identity.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      GenerateSecret: false,
      PreventUserExistenceErrors: 'ENABLED',
    });
  });

  test('the groups of the pool are the roles', () => {
    const groups = portal
      .all('AWS::Cognito::UserPoolGroup')
      .map(([, { Properties }]) => String(Properties.GroupName));
    expect(groups.toSorted()).toEqual([...poolGroups].toSorted());
  });
});

test('production synthesis fails and lists all missing settings', () => {
  const { stage = '', ...overrides } = production;
  const names = Object.keys(overrides).filter((name) => !(name in samplePlaces));
  const refusalOf = (context: Record<string, string>): string => {
    try {
      makeFoundation(context);
      return '';
    } catch (error) {
      return String(error);
    }
  };
  const nothing = refusalOf({ stage });
  expect(nothing).toContain('Nothing was deployed.');
  for (const name of names) {
    expect(nothing).toMatch(new RegExp(`^ {2}${name}: \\S+`, 'm'));
    const others = Object.fromEntries(Object.entries(production).filter(([first]) => first !== name));
    const [, ...named] = refusalOf(others).split('\n');
    expect(named).toEqual([expect.stringMatching(new RegExp(`^ {2}${name}: `))]);
    expect(refusalOf({ ...production, [name]: '' })).toContain(`  ${name}: `);
  }
  expect(refusalOf(production)).toBe('');
});

test('the gateway and the jobs use the values of the stage file', () => {
  const portal = stages.production;
  const { flags, throttle, jobsAtOnce } = settingsOf(portal.parts.app.node);
  expect(storedSettings(portal).rows.common?.FEATURE_FLAGS).toBe(JSON.stringify(flags));
  expect(portal.all('AWS::ApiGatewayV2::Stage')[0]?.[1].Properties.DefaultRouteSettings).toMatchObject({
    ThrottlingRateLimit: throttle.rateLimit,
    ThrottlingBurstLimit: throttle.burstLimit,
  });
  const mappings = portal.all('AWS::Lambda::EventSourceMapping');
  expect(mappings).toHaveLength(3);
  for (const [id, { Properties }] of mappings)
    expect(Properties.ScalingConfig, id).toEqual({ MaximumConcurrency: jobsAtOnce });
});

test('a stage that is not known, and a domain without its certificate, are refused', () => {
  expect(() => makeFoundation({ stage: 'prod' })).toThrow('Unknown stage "prod"');
  expect(() => makeFoundation({ domain: 'portal.example.com' })).toThrow('requires its certificate');
});

test('every statement about the table also covers restored tables, without their other indexes', () => {
  const ends = new Map<string, number>();
  for (const [id, { Properties }] of stages.production.all('AWS::IAM::Role'))
    for (const { PolicyDocument } of (Properties.Policies ?? []) as {
      PolicyDocument: { Statement: unknown[] };
    }[])
      for (const statement of PolicyDocument.Statement as { Action: unknown; Resource: unknown }[]) {
        const [first, ...others] = [statement.Resource].flat().map((resource) => JSON.stringify(resource));
        if (!first?.includes('Table') || !JSON.stringify(statement.Action).includes('dynamodb:')) continue;
        const restored = [first, ...others].filter((resource) => resource.includes('-restored-'));
        expect(restored.length * 2, `${id} ${JSON.stringify(statement)}`).toBe(others.length + 1);
        for (const resource of restored) {
          const end = /-restored-(.*?)"/.exec(resource)?.[1] ?? '';
          ends.set(end, (ends.get(end) ?? 0) + 1);
        }
      }
  expect([...ends.keys()].toSorted()).toEqual(
    ['', ...tableIndexes.map(({ name }) => `/index/${name}`)]
      .map((end) => `????????T??????Z${end}`)
      .toSorted(),
  );
});

test('the sender’s domain is known to SES with DKIM, and its records are named; a stage without a sender has none', () => {
  const jobs = defined(stages.production.templates.get('Wellport-production-Jobs'));
  jobs.hasResource('AWS::SES::EmailIdentity', {
    DeletionPolicy: 'RetainExceptOnCreate',
    Properties: {
      EmailIdentity: 'example.com',
      DkimAttributes: { SigningEnabled: true },
      ConfigurationSetAttributes: { ConfigurationSetName: 'wellport-production' },
      FeedbackAttributes: { EmailForwardingEnabled: false },
    },
  });
  const records = Object.keys(jobs.findOutputs('*')).filter((name) => name.includes('Dkim'));
  expect(records).toHaveLength(3);
  expect(stages.dev.all('AWS::SES::EmailIdentity')).toEqual([]);
});

interface ExpiryRule {
  Prefix?: string;
  ExpirationInDays?: number;
}

test('what people uploaded expires after thirty days, and downloads after one', () => {
  const rules = stages.dev.all('AWS::S3::Bucket').flatMap(([, { Properties }]) => {
    const { Rules = [] } = (Properties.LifecycleConfiguration ?? {}) as { Rules?: ExpiryRule[] };
    return Rules;
  });
  const days = new Map(rules.map(({ Prefix, ExpirationInDays }) => [Prefix, ExpirationInDays]));
  // the folders of parts that the code writes
  const folders = sources('functions').flatMap(({ text }) =>
    [...text.matchAll(/`([\w-]+\/(?:parts\/)?)\$\{(?:jobId|changeId)\}\//g)].map(([, folder = '']) => folder),
  );
  expect(new Set(folders).size).toBeGreaterThan(6);
  for (const folder of folders) expect(days.get(folder), folder).toBe(folder === 'downloads/' ? 1 : 30);
  for (const folder of ['hr/', 'hr-read/', 'check-ins/', 'check-ins-read/'])
    expect(days.get(folder)).toBe(30);
  // wage records
  expect(days.get('payroll/')).toBe(7 * 366);
});
