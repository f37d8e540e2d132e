import {
  HttpIntegrationType,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
  type HttpRouteIntegrationConfig,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { ArnFormat, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { acknowledge } from '../stages/acknowledge.ts';
import { functionNameOf, unknownPathHandler } from '../build/handlers.ts';
import { liveAlias } from './live-alias.ts';

/** Returns the ARN of the live version of functions by name, so that their stack exports nothing. */
const liveArnOf = (scope: Construct, functionName: string): string =>
  Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: `${functionName}:${liveAlias}`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });

export const liveArn = (scope: Construct, stage: string, handler: string): string =>
  liveArnOf(scope, functionNameOf(stage, handler));

/**
 * The role with which an HTTP API invokes the functions of its endpoints: one role per API instead of one permission in
 * the resource policy of each function.
 */
export class ApiCalls extends Construct {
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
