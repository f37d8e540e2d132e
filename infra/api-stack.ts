// oxlint-disable no-new -- constructs register themselves with their scope
import { Duration, NestedStack, Stack, type StackProps } from 'aws-cdk-lib/core';
import { HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { EndpointFunction } from './endpoint-function.ts';
import { GatewayStages } from './gateway-stage.ts';
import type { GatewayStack } from './gateway-stack.ts';
import { acknowledge } from './acknowledge.ts';
import { HandlerFunction, type FunctionContext } from './handler-function.ts';
import { endpointsByArea, unknownPathHandler } from './handlers.ts';
import { apiNames, suffixOf } from './http-apis.ts';

/** Every endpoint of the contract, one nested stack per area because of the limit of 500 resources per stack. */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    context: FunctionContext,
    gateway: GatewayStack,
    props?: StackProps,
  ) {
    super(scope, id, props);
    const areas = endpointsByArea.map(({ area, endpoints }) => {
      const stack = new NestedStack(this, area, { description: `Endpoints of ${area}` });
      for (const named of endpoints) new EndpointFunction(stack, context, gateway, named);
      return stack;
    });
    this.answerUnknownPaths(context, gateway);
    const stage = new GatewayStages(this, 'Stage', context.settings, gateway);
    // API Gateway rejects throttles of routes that do not exist yet
    stage.node.addDependency(...areas);
  }

  /** Adds default routes, because the gateway's own 404 response has no request ID. */
  private answerUnknownPaths(context: FunctionContext, { gateways }: GatewayStack): void {
    const does = 'Responds to unknown paths with 404.';
    const { live } = new HandlerFunction(this, 'UnknownPath', context, {
      handler: unknownPathHandler,
      does,
      may: [],
      timeout: Duration.seconds(5),
    });
    for (const name of apiNames) {
      const suffix = suffixOf(name);
      const route = new HttpRoute(this, `UnknownPathRoute${suffix}`, {
        httpApi: gateways[name].api,
        routeKey: HttpRouteKey.DEFAULT,
        integration: new HttpLambdaIntegration(`UnknownPathIntegration${suffix}`, live),
        authorizer: new HttpNoneAuthorizer(),
      });
      acknowledge(route, { 'AwsSolutions-APIG4': `Reads and returns no data: ${does}` });
    }
  }
}
