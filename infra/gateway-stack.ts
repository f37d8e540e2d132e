// oxlint-disable no-new -- constructs register themselves with their scope
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib/core';
import {
  HttpApi,
  HttpAuthorizer,
  HttpAuthorizerType,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { Construct } from 'constructs';
import { GatewayLog } from './gateway-stage.ts';
import { apiNames, suffixOf, type ApiName } from './http-apis.ts';
import type { IdentityStack } from './identity-stack.ts';
import type { Settings } from './stage.ts';

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
