// oxlint-disable no-new -- a construct joins its scope by being made
import { NestedStack, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { EndpointFunction } from './endpoint-function.ts';
import type { GatewayStack } from './gateway-stack.ts';
import type { Surroundings } from './handler-function.ts';
import { endpointsByArea } from './handlers.ts';

/** Every endpoint of the contract; a nested stack an area, as a stack holds five hundred resources. */
export class ApiStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    surroundings: Surroundings,
    gateway: GatewayStack,
    props?: StackProps,
  ) {
    super(scope, id, props);
    for (const { area, endpoints } of endpointsByArea) {
      const stack = new NestedStack(this, area, { description: `The endpoints of ${area}` });
      for (const named of endpoints) new EndpointFunction(stack, surroundings, gateway, named);
    }
  }
}
