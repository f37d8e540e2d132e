// oxlint-disable no-new -- constructs register themselves with their scope
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import {
  HttpApi,
  HttpAuthorizer,
  HttpAuthorizerType,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import type { IdentityStack } from './identity-stack.ts';
import type { Settings } from './stage.ts';

/**
 * An HTTP API with a JWT authorizer, without routes and stage. It is separate from the endpoints so that the CDN can
 * be created before them and they can know the site's address.
 */
export class GatewayStack extends Stack {
  readonly api: HttpApi;
  readonly authorizer: IHttpRouteAuthorizer;
  /** Host name of the API, used by the CDN. */
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
      description: 'API of the portal; routes are derived from shared/contracts/all.ts',
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
    this.host = `${this.api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    new CfnOutput(this, 'ApiAddress', { value: this.api.apiEndpoint });
  }
}
