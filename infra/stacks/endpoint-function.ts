import { Duration } from 'aws-cdk-lib/core';
import { HttpMethod, HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { warmEndpoints } from '../stages/stage-file.ts';
import { isOpenAtGateway } from '../../shared/endpoint.ts';
import { acknowledge } from '../stages/acknowledge.ts';
import type { ApiCalls } from './api-calls.ts';
import type { Gateway } from './gateway-stage.ts';
import { grants } from '../permissions/grants.ts';
import { HandlerFunction, type FunctionContext } from './handler-function.ts';
import { type NamedEndpoint, handlerOf } from '../build/handlers.ts';
import type { Permission } from '../permissions/permissions.ts';

/** Returns an endpoint's permissions: the default of its method and its grant. */
const permissionsOf = ({ name, endpoint }: NamedEndpoint): Permission[] => [
  'ReadTable',
  // each call of an API client is counted and stored, also a reading one (infra/permissions/key-rights.ts)
  ...(endpoint.method === 'GET' && !endpoint.scope ? [] : (['WriteTable'] as const)),
  // they contain the key of access tokens
  ...(endpoint.scope ? (['GetSecrets'] as const) : []),
  ...(grants[name]?.may ?? []),
];

const warm: ReadonlySet<string> = new Set(warmEndpoints);

/** The Lambda function and route of one contract row. */
export class EndpointFunction extends HandlerFunction {
  constructor(
    scope: Construct,
    context: FunctionContext,
    { api, authorizer }: Gateway,
    calls: ApiCalls,
    named: NamedEndpoint,
  ) {
    const { endpoint } = named;
    super(scope, endpoint.name, context, {
      handler: handlerOf(endpoint),
      does: endpoint.summary,
      may: permissionsOf(named),
      warmCopies: warm.has(named.name) ? context.settings.warmCopies : 0,
      // API Gateway times out after 30 seconds
      timeout: Duration.seconds(29),
    });
    const isOpen = isOpenAtGateway(endpoint);
    const route = new HttpRoute(this, 'Route', {
      httpApi: api,
      routeKey: HttpRouteKey.with(`/api${endpoint.path}`, endpoint.method as HttpMethod),
      integration: calls.to('Integration', this.live.functionArn),
      authorizer: isOpen ? new HttpNoneAuthorizer() : authorizer,
    });
    if (isOpen)
      acknowledge(route, {
        'AwsSolutions-APIG4': `${endpoint.scope ? 'The function verifies the API client’s token' : 'The contract allows guests'}: ${endpoint.summary}`,
      });
  }
}
