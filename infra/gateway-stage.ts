import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpStage, LogGroupLogDestination, type CfnStage } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { GatewayStack } from './gateway-stack.ts';
import { apiNames, apiOf, suffixOf } from './http-apis.ts';
import { guestWrites } from './handlers.ts';
import type { Settings } from './stage.ts';

/** The deployed stages of the gateway with their throttles and one access log. */
export class GatewayStages extends Construct {
  constructor(scope: Construct, id: string, settings: Settings, { gateways }: GatewayStack) {
    super(scope, id);
    const log = new LogGroup(this, 'AccessLog', {
      retention: settings.logRetention,
      removalPolicy: settings.removal,
    });
    const { rateLimit, burstLimit } = settings.guestThrottle;
    for (const name of apiNames) {
      const stage = new HttpStage(this, `Default${suffixOf(name)}`, {
        httpApi: gateways[name].api,
        stageName: '$default',
        autoDeploy: true,
        detailedMetricsEnabled: settings.routeMetrics,
        throttle: settings.throttle,
        accessLogSettings: { destination: new LogGroupLogDestination(log), format: accessLine },
      });
      const writes = guestWrites.filter(({ path }) => apiOf(path) === name);
      (stage.node.defaultChild as CfnStage).routeSettings = Object.fromEntries(
        writes.map(({ method, path }) => [
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
