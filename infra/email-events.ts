import { Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { CfnConfigurationSet, CfnConfigurationSetEventDestination } from 'aws-cdk-lib/aws-ses';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Aws, Duration } from 'aws-cdk-lib/core';
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
}

/** Bounces and complaints about emails that say what they are about, from SES to their handler. */
export class EmailEvents extends Construct {
  constructor(scope: Construct, id: string, { stage, starts, failedEvents }: EmailEventsProps) {
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
    const rule = new Rule(this, 'Rule', {
      description: 'Bounces and complaints about vouchers.',
      eventPattern: {
        source: ['aws.ses'],
        detail: { mail: { tags: { voucher: [{ exists: true }] } } },
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
}
