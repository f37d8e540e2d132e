// oxlint-disable no-new -- a construct joins its scope by being made
import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  CfnConfigurationSet,
  CfnConfigurationSetEventDestination,
  CfnEmailIdentity,
} from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Aws, CfnOutput, Duration, type RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';

/** The handler that bounces and complaints start. */
export const emailEventHandler = 'vouchers/on-email-event';

/** Emails of this set tell EventBridge what became of them. */
export const configurationSetName = (stage: string): string => `wellport-${stage}`;

interface EmailEventsProps {
  stage: string;
  /** What an event starts. */
  starts: IFunction;
  failedEvents: IQueue;
  /** The domain that emails come from; where there is one, SES is made to know it. */
  senderDomain?: string;
  /** What becomes of the domain's record when its stack goes. */
  removal: RemovalPolicy;
}

/** Bounces and complaints about emails that say what they are about, from SES to their handler. */
export class EmailEvents extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, starts, failedEvents, senderDomain, removal }: EmailEventsProps,
  ) {
    super(scope, id);
    const set = new CfnConfigurationSet(this, 'Emails', { name: configurationSetName(stage) });
    const destination = new CfnConfigurationSetEventDestination(this, 'Events', {
      configurationSetName: configurationSetName(stage),
      eventDestination: {
        name: 'bounces',
        enabled: true,
        matchingEventTypes: ['BOUNCE', 'COMPLAINT'],
        eventBridgeDestination: {
          eventBusArn: `arn:${Aws.PARTITION}:events:${Aws.REGION}:${Aws.ACCOUNT_ID}:event-bus/default`,
        },
      },
    });
    destination.addResourceDependency(set);
    if (senderDomain) this.addSender(senderDomain, stage, removal).addResourceDependency(set);
    const rule = new Rule(this, 'Rule', {
      description: 'Bounces and complaints about emails of this stage.',
      eventPattern: {
        source: ['aws.ses'],
        detail: { mail: { tags: { 'ses:configuration-set': [configurationSetName(stage)] } } },
      },
    });
    rule.addTarget(
      new LambdaFunction(starts, {
        deadLetterQueue: failedEvents,
        retryAttempts: 20,
        maxEventAge: Duration.hours(6),
      }),
    );
  }

  /**
   * The sender's domain, signed by DKIM, with every email of it in the configuration set. SES takes it once the three
   * records that the outputs name stand in the domain's DNS.
   */
  private addSender(domain: string, stage: string, removal: RemovalPolicy): CfnEmailIdentity {
    const sender = new CfnEmailIdentity(this, 'Sender', {
      emailIdentity: domain,
      dkimAttributes: { signingEnabled: true },
      dkimSigningAttributes: { nextSigningKeyLength: 'RSA_2048_BIT' },
      configurationSetAttributes: { configurationSetName: configurationSetName(stage) },
      // bounces come as events, not as emails to whoever owns the sender's address
      feedbackAttributes: { emailForwardingEnabled: false },
    });
    sender.applyRemovalPolicy(removal);
    const records = [
      [sender.attrDkimDnsTokenName1, sender.attrDkimDnsTokenValue1],
      [sender.attrDkimDnsTokenName2, sender.attrDkimDnsTokenValue2],
      [sender.attrDkimDnsTokenName3, sender.attrDkimDnsTokenValue3],
    ];
    for (const [index, [name, value]] of records.entries())
      new CfnOutput(this, `Dkim${index + 1}`, { value: `${name} CNAME ${value}` });
    return sender;
  }
}
