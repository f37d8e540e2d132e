// oxlint-disable no-new -- constructs register themselves with their scope
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
import { withoutFailedAttempt } from '../stages/acknowledge.ts';

/** Handler of bounces and complaints. */
export const emailEventHandler = 'vouchers/on-email-event';

/** Name of the SES configuration set that publishes events to EventBridge. */
export const configurationSetName = (stage: string): string => `wellport-${stage}`;

interface EmailEventsProps {
  stage: string;
  /** Target of the events. */
  starts: IFunction;
  failedEvents: IQueue;
  /** The sender's domain, registered with SES if present. */
  senderDomain?: string;
  /** Removal policy of the domain's identity. */
  removal: RemovalPolicy;
}

/** Routes tagged bounces and complaints from SES to their handler. */
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
   * Registers the sender's domain with DKIM and the configuration set. SES verifies it once the three output records
   * are in the domain's DNS.
   */
  private addSender(domain: string, stage: string, removal: RemovalPolicy): CfnEmailIdentity {
    const sender = new CfnEmailIdentity(this, 'Sender', {
      emailIdentity: domain,
      dkimAttributes: { signingEnabled: true },
      dkimSigningAttributes: { nextSigningKeyLength: 'RSA_2048_BIT' },
      configurationSetAttributes: { configurationSetName: configurationSetName(stage) },
      // bounces are published as events instead of emails to the sender
      feedbackAttributes: { emailForwardingEnabled: false },
    });
    sender.applyRemovalPolicy(withoutFailedAttempt(removal));
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
