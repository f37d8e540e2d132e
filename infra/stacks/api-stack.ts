import {
  HttpIntegrationType,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
  type HttpRouteIntegrationConfig,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ArnFormat, Stack, Duration, NestedStack, type StackProps } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { acknowledge } from '../stages/acknowledge.ts';
import {
  functionNameOf,
  unknownPathHandler,
  type NamedEndpoint,
  handlerOf,
  endpointsByArea,
} from '../build/handlers.ts';
import { liveAlias } from './live-alias.ts';
import { warmEndpoints } from '../stages/stage-file.ts';
import { isOpenAtGateway } from '../../shared/endpoint.ts';
import { type Gateway, GatewayStage, type GatewayStack } from './gateway-stage.ts';
import { grants } from '../permissions/grants.ts';
import { HandlerFunction, type FunctionContext } from './handler-function.ts';
import type { Permission } from '../permissions/permissions.ts';
import { apiOf, type ApiName } from './http-apis.ts';

/** Returns the ARN of the live version of functions by name, so that their stack exports nothing. */
const liveArnOf = (scope: Construct, functionName: string): string =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: `${functionName}:${liveAlias}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

const liveArn = (scope: Construct, stage: string, handler: string): string =>
  liveArnOf(scope, functionNameOf(stage, handler));

/**
 * The role with which an HTTP API invokes the functions of its endpoints: one role per API instead of one permission in
 * the resource policy of each function.
 */
class ApiCalls extends Construct {
  private readonly role: Role;

  /** @param areas areas of the handlers: `bank-files` */
  constructor(scope: Construct, id: string, stage: string, areas: readonly string[]) {
    super(scope, id);
    const patterns = areas.map((area) => `${stage}-${area}-*`);
    this.role = new Role(this, 'Caller', {
      description: 'Requests of API Gateway to endpoints',
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        own: new PolicyDocument({
          statements: [
            new PolicyStatement({
              actions: ['lambda:InvokeFunction'],
              resources: [
                ...patterns.map((pattern) => liveArnOf(this, pattern)),
                liveArn(this, stage, unknownPathHandler),
              ],
            }),
          ],
        }),
      },
    });
    acknowledge(
      this.role,
      Object.fromEntries(
        patterns.map((pattern) => [
          `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:lambda:<AWS::Region>:<AWS::AccountId>:function:${pattern}:${liveAlias}]`,
          'A list of all endpoints exceeds the size of a policy; integrations name the functions that are called.',
        ]),
      ),
    );
  }

  /** Returns an integration that invokes a function with this role. */
  to(id: string, uri: string): HttpRouteIntegration {
    return new LiveFunction(id, uri, IntegrationCredentials.fromRole(this.role));
  }
}

class LiveFunction extends HttpRouteIntegration {
  private readonly config: HttpRouteIntegrationConfig;

  constructor(id: string, uri: string, credentials: IntegrationCredentials) {
    super(id);
    this.config = {
      type: HttpIntegrationType.AWS_PROXY,
      uri,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials,
    };
  }

  bind(): HttpRouteIntegrationConfig {
    return this.config;
  }
}

/** Returns an endpoint's permissions: the default of its method and its grant. */
const permissionsOf = ({ name, endpoint }: NamedEndpoint): Permission[] => [
  'ReadTable',
  // each call of an API client is counted and stored, also a reading one (infra/permissions/key-statements.ts)
  ...(endpoint.method === 'GET' && !endpoint.scope ? [] : (['WriteTable'] as const)),
  // they contain the key of access tokens
  ...(endpoint.scope ? (['GetSecrets'] as const) : []),
  ...(grants[name]?.may ?? []),
];

const warm: ReadonlySet<string> = new Set(warmEndpoints);

/** The Lambda function and route of one contract row. */
class EndpointFunction extends HandlerFunction {
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

// oxlint-disable no-new -- constructs register themselves with their scope

/**
 * The endpoints of one HTTP API, one nested stack per area. The APIs have separate stacks, which import nothing from each
 * other, because AWS limits the resources of one operation on a stack with its nested stacks (infra/quotas).
 */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    name: ApiName,
    context: FunctionContext,
    { gateways }: GatewayStack,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const { stage } = context.settings;
    const ofApi = endpointsByArea
      .map(({ area, endpoints }) => ({
        area,
        endpoints: endpoints.filter(({ endpoint }) => apiOf(endpoint.path) === name),
      }))
      .filter(({ endpoints }) => endpoints.length > 0);
    const handlerAreas = new Set(
      ofApi.flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint.area)),
    );
    const calls = new ApiCalls(this, 'Calls', stage, [...handlerAreas].toSorted());
    const areas = ofApi.map(({ area, endpoints }) => {
      const stack = new NestedStack(this, area, { description: `Endpoints of ${area}` });
      for (const named of endpoints) new EndpointFunction(stack, context, gateways[name], calls, named);
      return stack;
    });
    // the gateway's own 404 response has no request ID
    const unknownPath = new HttpRoute(this, 'UnknownPathRoute', {
      httpApi: gateways[name].api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: calls.to('UnknownPathIntegration', liveArn(this, stage, unknownPathHandler)),
      authorizer: new HttpNoneAuthorizer(),
    });
    acknowledge(unknownPath, { 'AwsSolutions-APIG4': 'Reads and returns no data: responds with 404.' });
    const deployed = new GatewayStage(this, 'Stage', name, context.settings, gateways[name].api);
    // API Gateway rejects throttles of routes that do not exist yet
    deployed.node.addDependency(...areas);
  }
}
