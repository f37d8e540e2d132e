import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpStage, LogGroupLogDestination, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { GatewayStack } from './gateway-stack.ts';
import { guestWrites } from './handlers.ts';
import type { Settings } from './stage.ts';

/** The deployed stage of the gateway with its throttles and access log. */
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
        // route settings replace the stage's settings completely
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
 * Logs the route, never the path or query, which may contain personal data. The source address would be the CDN's; the
 * function's log line contains the visitor's shortened address.
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
