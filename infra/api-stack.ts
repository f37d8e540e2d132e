// oxlint-disable no-new -- a construct joins its scope by being made
import { Duration, NestedStack, Stack, type StackProps } from 'aws-cdk-lib/core';
import { HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Construct } from 'constructs';
import { EndpointFunction } from './endpoint-function.ts';
import { GatewayStage } from './gateway-stage.ts';
import type { GatewayStack } from './gateway-stack.ts';
import { acknowledge } from './acknowledge.ts';
import { HandlerFunction, type FunctionContext } from './handler-function.ts';
import { endpointsByArea, unknownPathHandler } from './handlers.ts';

/** Every endpoint of the contract; a nested stack an area, as a stack holds five hundred resources. */
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
      const stack = new NestedStack(this, area, { description: `The endpoints of ${area}` });
      for (const named of endpoints) new EndpointFunction(stack, context, gateway, named);
      return stack;
    });
    this.answerUnknownPaths(context, gateway);
    const stage = new GatewayStage(this, 'Stage', context.settings, gateway);
    // a limit of a route that is not there yet is refused
    stage.node.addDependency(...areas);
  }
  /** Without it the gateway's own 404 has no request id. */
  private answerUnknownPaths(context: FunctionContext, { api }: GatewayStack): void {
    const does = 'Answers paths that no endpoint has.';
    const { live } = new HandlerFunction(this, 'UnknownPath', context, {
      handler: unknownPathHandler,
      does,
      may: [],
      timeout: Duration.seconds(5),
    });
    const route = new HttpRoute(this, 'UnknownPathRoute', {
      httpApi: api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('UnknownPathIntegration', live),
      authorizer: new HttpNoneAuthorizer(),
    });
    acknowledge(route, { 'AwsSolutions-APIG4': `It reads nothing and tells nothing: ${does}` });
  }
}
