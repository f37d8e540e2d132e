// oxlint-disable no-new -- a construct joins its scope by being made
import { ArnFormat, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib/core';
import {
  AccountRecovery,
  CfnUserPoolGroup,
  type CfnUserPool,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import type { Construct } from 'constructs';
import { poolGroups } from '../../shared/roles.ts';
import { sessionDays } from '../../shared/users/sessions.ts';
import { challengeValidityMs } from '../../shared/users/second-factor.ts';
import { acknowledge } from '../stages/acknowledge.ts';
import type { Settings } from '../stages/stage.ts';
import { functionNameOf, poolChallengeHandler } from '../build/handlers.ts';
import { liveAlias } from './live-alias.ts';

/**
 * Invokes the live version of the function of a later stack (infra/stacks/jobs-stack.ts) for logins without a password; by
 * its name, because a reference would close a cycle of stacks.
 */
function addTicketTrigger(pool: UserPool, stage: string): void {
  const trigger = Stack.of(pool).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: `${functionNameOf(stage, poolChallengeHandler)}:${liveAlias}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  (pool.node.defaultChild as CfnUserPool).lambdaConfig = {
    defineAuthChallenge: trigger,
    createAuthChallenge: trigger,
    verifyAuthChallengeResponse: trigger,
  };
}

/** Who people are: the user pool, its groups (the roles), and the site as its client. */
export class IdentityStack extends Stack {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, settings: Settings, props?: StackProps) {
    super(scope, id, { ...props, terminationProtection: settings.keepsData });
    this.pool = new UserPool(this, 'People', {
      signInAliases: { email: true },
      signInCaseSensitive: false,
      selfSignUpEnabled: false,
      autoVerify: { email: true },
      // a new address counts once it is verified; until then the old one does
      keepOriginal: { email: true },
      // spec 1: at least 8 characters, a letter and a digit; the pool knows no "any letter", so the site's field checks it
      passwordPolicy: {
        minLength: 8,
        requireDigits: true,
        requireLowercase: false,
        requireUppercase: false,
        requireSymbols: false,
        tempPasswordValidity: Duration.days(7),
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      // Cognito's public ForgotPassword would bypass our captcha, limits and audit
      accountRecovery: AccountRecovery.NONE,
      // the default of AWS
      ...(settings.userPoolPlan !== 'ESSENTIALS' && { featurePlan: FeaturePlan[settings.userPoolPlan] }),
      deletionProtection: settings.keepsData,
      removalPolicy: settings.removal,
    });
    addTicketTrigger(this.pool, settings.stage);
    for (const groupName of poolGroups)
      new CfnUserPoolGroup(this, groupName, { groupName, userPoolId: this.pool.userPoolId });
    this.client = this.pool.addClient('Web', {
      // through our own call alone, which counts the tries; see docs/decisions/0020
      // and custom authentication, which only a ticket of our functions passes; see docs/decisions/0006
      authFlows: { adminUserPassword: true, custom: true },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true, emailVerified: true }),
      // read-only: an empty list would mean every standard attribute, so it has one that nothing reads
      writeAttributes: new ClientAttributes().withStandardAttributes({ locale: true }),
      // a sign-in may wait as long for its code; see docs/decisions/0021
      authSessionValidity: Duration.millis(challengeValidityMs),
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      // the longest session; idle timeouts by role end it earlier (functions/platform/caller.ts)
      refreshTokenValidity: Duration.days(sessionDays),
    });
    new CfnOutput(this, 'PoolId', { value: this.pool.userPoolId });
    new CfnOutput(this, 'ClientId', { value: this.client.userPoolClientId });
    acknowledge(this.pool, {
      'AwsSolutions-COG1': 'The product’s password rule is at least 8 characters with a letter and a digit.',
      'AwsSolutions-COG2': 'A second factor is offered, not demanded: the product signs in by password.',
      'AwsSolutions-COG3': 'Threat protection needs the Plus plan, a price a user; the operator decides.',
      'AwsSolutions-COG8': 'The Plus plan has a price a user; nothing here needs it.',
    });
  }
}
