import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpStage, LogGroupLogDestination, type CfnStage, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { RemovalPolicy } from 'aws-cdk-lib/core';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { metricNamespace } from '../functions/platform/metrics.ts';
import { apiOf, type ApiName } from './http-apis.ts';
import { guestWrites } from './handlers.ts';
import { logGroupOf, type LogMetricName } from './log-groups.ts';
import type { Settings } from './stage.ts';

/** The access log of every HTTP API with metrics of refused requests. */
export class GatewayLog extends Construct {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'AccessLog', {
      logGroupName: logGroupOf(settings.stage, 'gateway'),
      retention: settings.logRetention,
      // the name is fixed for the links of alarms, so that it must not block creating the stage again
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // the gateway's own metric counts refused requests of all reasons as 4xx
    for (const [metricName, pattern] of Object.entries(refusals))
      // oxlint-disable-next-line no-new -- constructs register themselves with their scope
      new MetricFilter(this, metricName, {
        metricNamespace: metricNamespace(settings.stage),
        metricName,
        logGroup,
        filterPattern: FilterPattern.literal(pattern),
        metricValue: '1',
      });
  }
}

/** The deployed stage of an HTTP API with its throttles. */
export class GatewayStage extends Construct {
  constructor(scope: Construct, id: string, name: ApiName, settings: Settings, httpApi: HttpApi) {
    super(scope, id);
    const { rateLimit, burstLimit } = settings.guestThrottle;
    // by name, so that the log's stack exports nothing
    const log = LogGroup.fromLogGroupName(this, 'AccessLog', logGroupOf(settings.stage, 'gateway'));
    const stage = new HttpStage(this, 'Default', {
      httpApi,
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

/** Patterns of the access log by metric; 401 and 403 of functions are counted by the functions (RequestsDenied). */
const refusals: Record<Exclude<LogMetricName, 'FailedJobSteps'>, string> = {
  ClientErrors: '{ $.status = "4*" && $.status != "401" && $.status != "403" && $.status != "429" }',
  RequestsLimited: '{ $.status = "429" }',
  TokensRefused: '{ $.status = "401" && $.refusedToken != "-" }',
};

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
