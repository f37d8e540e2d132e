import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpStage,
  LogGroupLogDestination,
  type CfnStage,
  HttpApi,
  HttpAuthorizer,
  HttpAuthorizerType,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { RemovalPolicy, CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { metricNamespace } from '../../functions/platform/metrics.ts';
import { apiOf, type ApiName, apiNames, suffixOf } from './http-apis.ts';
import { guestWrites } from '../build/handlers.ts';
import { logGroupOf, type LogMetricName } from './log-links.ts';
import type { Settings } from '../stages/stage.ts';
import type { IdentityStack } from './identity-stack.ts';

/** The access log of every HTTP API with its metrics. */
class GatewayLog extends Construct {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const logGroup = new LogGroup(this, 'AccessLog', {
      logGroupName: logGroupOf(settings.stage, 'gateway'),
      retention: settings.logRetention,
      // the name is fixed for the links of alarms, so that it must not block creating the stage again
      removalPolicy: RemovalPolicy.DESTROY,
    });
    for (const [metricName, pattern] of Object.entries(logPatterns))
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

/**
 * Patterns of the access log by metric. The gateway's own metrics are per API, and an alarm can combine ten; they also
 * count refused requests of all reasons as 4xx. 401 and 403 of functions are counted by the functions (RequestsDenied).
 */
const logPatterns: Record<Exclude<LogMetricName, 'FailedJobSteps'>, string> = {
  Calls: '{ $.status = "*" }',
  FailedCalls: '{ $.status = "5*" }',
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

// oxlint-disable no-new -- constructs register themselves with their scope

/** An HTTP API with its check of tokens. */
export interface Gateway {
  api: HttpApi;
  authorizer: IHttpRouteAuthorizer;
  /** Host name of the API, used by the CDN. */
  host: string;
}

/**
 * The HTTP APIs with JWT authorizers and their log, without routes and stages. They are separate from the endpoints so that the CDN can
 * be created before them and they can know the site's address.
 */
export class GatewayStack extends Stack {
  readonly gateways: Readonly<Record<ApiName, Gateway>>;

  constructor(
    scope: Construct,
    id: string,
    settings: Settings,
    identity: Pick<IdentityStack, 'pool' | 'client'>,
    props?: StackProps,
  ) {
    super(scope, id, props);
    new GatewayLog(this, 'Log', settings);
    const entries = apiNames.map((name) => [name, this.makeGateway(name, settings, identity)]);
    this.gateways = Object.fromEntries(entries) as Record<ApiName, Gateway>;
  }

  private makeGateway(
    name: ApiName,
    { stage }: Settings,
    { pool, client }: Pick<IdentityStack, 'pool' | 'client'>,
  ): Gateway {
    const suffix = suffixOf(name);
    const api = new HttpApi(this, `Api${suffix}`, {
      apiName: `wellport-${stage}${suffix}`,
      description: 'API of the portal; routes are derived from shared/contracts/all.ts',
      createDefaultStage: false,
    });
    const { authorizerId } = new HttpAuthorizer(this, `Tokens${suffix}`, {
      httpApi: api,
      type: HttpAuthorizerType.JWT,
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: `https://cognito-idp.${this.region}.${this.urlSuffix}/${pool.userPoolId}`,
      jwtAudience: [client.userPoolClientId],
    });
    new CfnOutput(this, `ApiAddress${suffix}`, { value: api.apiEndpoint });
    return {
      api,
      authorizer: { bind: () => ({ authorizerId, authorizationType: 'JWT' }) },
      host: `${api.apiId}.execute-api.${this.region}.${this.urlSuffix}`,
    };
  }
}
