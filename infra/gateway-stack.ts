// oxlint-disable no-new -- a construct joins its scope by being made
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpAuthorizer,
  HttpAuthorizerType,
  HttpStage,
  LogGroupLogDestination,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { IdentityStack } from './identity-stack.ts';
import type { Settings } from './stage.ts';

/**
 * The door: an HTTP API that checks tokens, with no routes yet. It is apart from the endpoints so that the CDN can
 * be made before them, and they can know the site's address.
 */
export class GatewayStack extends Stack {
  readonly api: HttpApi;
  readonly authorizer: IHttpRouteAuthorizer;
  /** Host name of the API, as the CDN calls it. */
  readonly host: string;

  constructor(
    scope: Construct,
    id: string,
    settings: Settings,
    { pool, client }: Pick<IdentityStack, 'pool' | 'client'>,
    props?: StackProps,
  ) {
    super(scope, id, props);
    this.api = new HttpApi(this, 'Api', {
      apiName: `wellport-${settings.stage}`,
      description: 'Every call of the portal; the routes come from shared/contract.ts',
      createDefaultStage: false,
    });
    const { authorizerId } = new HttpAuthorizer(this, 'Tokens', {
      httpApi: this.api,
      type: HttpAuthorizerType.JWT,
      identitySource: ['$request.header.Authorization'],
      jwtIssuer: `https://cognito-idp.${this.region}.${this.urlSuffix}/${pool.userPoolId}`,
      jwtAudience: [client.userPoolClientId],
    });
    this.authorizer = { bind: () => ({ authorizerId, authorizationType: 'JWT' }) };
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: true,
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
    this.host = `${this.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    new CfnOutput(this, 'ApiAddress', { value: this.api.apiEndpoint });
  }
}

/** The route, never the path or the query: these may hold what a person typed. */
const accessLine = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTimeEpoch',
    route: '$context.routeKey',
    status: '$context.status',
    milliseconds: '$context.responseLatency',
    refusedToken: '$context.authorizer.error',
    integration: '$context.integrationErrorMessage',
    ip: '$context.identity.sourceIp',
  }),
);
