// oxlint-disable no-new -- constructs register themselves with their scope
import { NestedStack, Stack, type StackProps } from 'aws-cdk-lib/core';
import { HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { acknowledge } from '../stages/acknowledge.ts';
import { ApiCalls, liveArn } from './api-calls.ts';
import { EndpointFunction } from './endpoint-function.ts';
import { GatewayStage, type GatewayStack } from './gateway-stage.ts';
import type { FunctionContext } from './handler-function.ts';
import { endpointsByArea, unknownPathHandler } from '../build/handlers.ts';
import { apiOf, type ApiName } from './http-apis.ts';

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
