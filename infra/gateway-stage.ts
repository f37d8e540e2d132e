import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpStage, LogGroupLogDestination, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { GatewayStack } from './gateway-stack.ts';
import { guestWrites } from './handlers.ts';
import type { Settings } from './stage.ts';

/** The gateway's routes as they are open to the CDN: with their limits and a log. */
export class GatewayStage extends Construct {
  constructor(scope: Construct, id: string, settings: Settings, { api }: GatewayStack) {
    super(scope, id);
    const stage = new HttpStage(this, 'Default', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: settings.routeMetrics,
      throttle: settings.throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(
          new LogGroup(this, 'AccessLog', {
            retention: settings.logRetention,
            removalPolicy: settings.removal,
          }),
        ),
        format: accessLine,
      },
    });
    const { rateLimit, burstLimit } = settings.guestThrottle;
    (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
      guestWrites.map(({ method, path }) => [
        `${method} /api${path}`,
        // a route's settings take the place of the stage's, all of them
        {
          ThrottlingRateLimit: rateLimit,
          ThrottlingBurstLimit: burstLimit,
          DetailedMetricsEnabled: settings.routeMetrics,
        },
      ]),
    );
  }
}

/**
 * The route, never the path or the query: these may hold what a person typed. The address would be the CDN's; the
 * visitor's, shortened, is in the line of the function.
 */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    route: '$context.routeKey',
    status: '$context.status',
    milliseconds: '$context.responseLatency',
    refusedToken: '$context.authorizer.error',
    integration: '$context.integrationErrorMessage',
  }),
);
