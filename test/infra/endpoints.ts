import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  functionNameOf,
  handlerOf,
  allHandlers,
  endpointsByArea,
  eventHandlers,
  unknownPathHandler,
} from '../../infra/build/handlers.ts';
import { handlerSource } from '../../infra/build/handler-sources.ts';
import { scheduledHandlers } from '../../infra/build/schedules.ts';
import { deploymentHandler } from '../../infra/stacks/jobs-stack.ts';
import { apiNames, apiOf, apiStackOf, type ApiName } from '../../infra/stacks/http-apis.ts';
import { handlersMade } from '../support/built-folder.ts';
import { defined } from '../support/defined.ts';
import { readsOf, storedSettings, synthesised, type Resource } from './portal.ts';
import { settingsStatementOf } from './rights.ts';

const portal = synthesised();
const endpoints = endpointsByArea.flatMap((area) => area.endpoints.map(({ endpoint }) => endpoint));
const routeOf = ({ method, path }: (typeof endpoints)[number]) => `${method} /api${path}`;
const routes = portal.all('AWS::ApiGatewayV2::Route');
const keysOf = (found: [string, Resource][]) =>
  found.map(([, { Properties }]) => String(Properties.RouteKey)).toSorted();
const functions = new Map(portal.all('AWS::Lambda::Function'));

/** The function behind a route: route → integration → function, in one template or, for unknown paths, by name. */
function functionBehind([id, { Properties }]: [string, Resource]): Resource | undefined {
  const template = id.split('/')[0];
  const integration = /"Ref":"(\w+)"/.exec(JSON.stringify(Properties.Target))?.[1];
  const found = new Map(portal.all('AWS::ApiGatewayV2::Integration')).get(`${template}/${integration}`);
  const uri = JSON.stringify(found?.Properties.IntegrationUri);
  const named = /:function:([\w-]+):live"/.exec(uri)?.[1];
  if (named) return [...functions.values()].find(({ Properties }) => Properties.FunctionName === named);
  const alias = /"Ref":"(\w+)"/.exec(uri)?.[1];
  const live = new Map(portal.all('AWS::Lambda::Alias')).get(`${template}/${alias}`)?.Properties;
  expect(live?.Name).toBe('live');
  const lambda = /"Ref":"(\w+)"/.exec(JSON.stringify(live?.FunctionName))?.[1];
  return functions.get(`${template}/${lambda}`);
}

test('every endpoint has one route, and the default route handles all other paths', () => {
  expect(keysOf(routes)).toEqual([...apiNames.map(() => '$default'), ...endpoints.map(routeOf)].toSorted());
});

test('each HTTP API has an integration per endpoint and one for unknown paths', () => {
  const counts = apiNames.map(
    (name) =>
      portal.all('AWS::ApiGatewayV2::Integration').filter(([, found]) => apiBehind(found) === name).length,
  );
  expect(counts).toEqual(
    apiNames.map((name) => endpoints.filter(({ path }) => apiOf(path) === name).length + 1),
  );
});

test('every route is in the HTTP API to which the CDN sends its path', () => {
  const { CacheBehaviors, Origins } = defined(portal.all('AWS::CloudFront::Distribution')[0])[1].Properties
    .DistributionConfig as Cdn;
  for (const [, { Properties }] of routes) {
    const path = String(Properties.RouteKey).split(' ')[1];
    if (path === undefined) continue;
    const behavior = defined(CacheBehaviors.find(({ PathPattern }) => matches(PathPattern, path)));
    const { DomainName } = defined(Origins.find(({ Id }) => Id === behavior.TargetOriginId));
    expect([path, logicalIdIn(DomainName)]).toEqual([path, logicalIdIn(Properties.ApiId)]);
  }
});

interface Cdn {
  CacheBehaviors: { PathPattern: string; TargetOriginId: string }[];
  Origins: { Id: string; DomainName: unknown }[];
}

const matches = (pattern: string, path: string): boolean =>
  pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;

/** The logical ID of the HTTP API in a reference from any stack. */
const logicalIdIn = (reference: unknown): string => {
  const ids = /Api(?:machines|money|people)?[0-9A-F]{8}/.exec(JSON.stringify(reference));
  return defined(ids?.[0]);
};

function apiBehind({ Properties }: Resource): ApiName {
  const id = logicalIdIn(Properties.ApiId);
  return apiNames.find((name) => name !== 'main' && id.startsWith(`Api${name}`)) ?? 'main';
}

test('every route calls the function that holds its own handler', () => {
  const found = routes.map((route) => {
    const lambda = functionBehind(route);
    return [route[1].Properties.RouteKey, lambda && portal.handlerIn(lambda)];
  });
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries([
      ['$default', unknownPathHandler],
      ...endpoints.map((endpoint) => [routeOf(endpoint), handlerOf(endpoint)] as const),
    ]),
  );
});

test('every handler is deployed once', () => {
  const own = [...functions.values()].filter(({ Properties }) => Properties.Handler === 'index.handler');
  const handlers = own.map((lambda) => {
    try {
      return portal.handlerIn(lambda);
    } catch {
      return undefined; // the function with which the CDK copies the pages
    }
  });
  expect(handlers.filter((handler) => handler !== undefined).toSorted()).toEqual(allHandlers.toSorted());
});

test('nothing is public but the routes for guests and for API clients, whose tokens the function verifies', () => {
  const open = routes.filter(([, { Properties }]) => Properties.AuthorizationType !== 'JWT');
  const guests = endpoints.filter(({ roles }) => roles.includes('guest') || roles.includes('apiClient'));
  expect(keysOf(open)).toEqual([...apiNames.map(() => '$default'), ...guests.map(routeOf)].toSorted());
  for (const [, { Properties }] of routes)
    if (Properties.AuthorizationType === 'JWT') expect(Properties.AuthorizerId).toBeDefined();
});

test('there is no other way to a function than its route', () => {
  expect(portal.all('AWS::Lambda::Url')).toEqual([]);
  expect(portal.all('AWS::ApiGatewayV2::Api')).toHaveLength(apiNames.length);
  expect(portal.all('AWS::ApiGateway::RestApi')).toEqual([]);
  const all = portal.all('AWS::Lambda::Permission');
  const byEvent = all.filter(([, { Properties }]) => Properties.Principal === 'events.amazonaws.com');
  // events of the email service
  expect(byEvent.map(([, { Properties }]) => JSON.stringify(Properties.SourceArn))).toEqual([
    expect.stringContaining('EmailEvents'),
  ]);
  const byPool = all.filter(([, { Properties }]) => Properties.Principal === 'cognito-idp.amazonaws.com');
  // logins without a password, by our pool only
  expect(byPool.map(([, { Properties }]) => JSON.stringify(Properties.SourceArn))).toEqual([
    expect.stringContaining('Identity'),
  ]);
  expect(all).toHaveLength(byEvent.length + byPool.length);
});

test('each HTTP API invokes live versions of the areas of its endpoints, with a role of its own', () => {
  const callers = portal
    .all('AWS::IAM::Role')
    .filter(([, { Properties }]) => JSON.stringify(Properties).includes('apigateway.amazonaws.com'));
  expect(callers).toHaveLength(apiNames.length);
  for (const name of apiNames) {
    const ofApi = callers.find(([id]) => id.startsWith(`Wellport-dev-${apiStackOf(name)}/`));
    const { Properties } = defined(ofApi)[1];
    const [{ PolicyDocument }] = Properties.Policies as [{ PolicyDocument: { Statement: Statement[] } }];
    const [{ Action, Resource }, ...others] = PolicyDocument.Statement as [Statement, ...Statement[]];
    expect([Action, others]).toEqual(['lambda:InvokeFunction', []]);
    const called = endpoints.filter(({ path }) => apiOf(path) === name);
    const areas = called.map(({ area }) => `dev-${area}-*`);
    const permitted = Resource.map((arn) => /:function:(\S+):live"/.exec(JSON.stringify(arn))?.[1]);
    expect(new Set(permitted)).toEqual(new Set([...areas, functionNameOf('dev', unknownPathHandler)]));
  }
  for (const [id, { Properties }] of portal.all('AWS::ApiGatewayV2::Integration'))
    expect(JSON.stringify(Properties.CredentialsArn), id).toMatch(/Caller/);
});

interface Statement {
  Action: string;
  Resource: unknown[];
}

test('the stacks of the HTTP APIs can be removed in any order, because no stack imports from them', () => {
  const texts = [...portal.templates].map(
    ([id, template]) => [id, JSON.stringify(template.toJSON())] as const,
  );
  expect(texts.some(([, text]) => text.includes('"Fn::ImportValue":"Wellport-dev-Jobs:'))).toBe(true);
  for (const [id, text] of texts) expect(text, id).not.toContain('"Fn::ImportValue":"Wellport-dev-Api-');
});

test('every function runs on Node 24 on ARM with a log of its own, and logs do not stay for ever', () => {
  const logs = new Map(portal.all('AWS::Logs::LogGroup'));
  for (const [id, { Properties }] of logs) expect(Properties.RetentionInDays, id).toBeGreaterThan(0);
  const seen = new Set<string>();
  for (const [id, { Properties }] of functions) {
    if (Properties.Handler !== 'index.handler' || String(Properties.Runtime).startsWith('python')) continue;
    const { LogGroup } = Properties.LoggingConfig as { LogGroup: { Ref: string } };
    const own = `${id.split('/')[0]}/${LogGroup.Ref}`;
    expect(Properties.Runtime, id).toBe('nodejs24.x');
    expect(Properties.Architectures, id).toEqual(['arm64']);
    expect(logs.has(own), id).toBe(true);
    expect(seen.has(own), `${own} belongs to one function`).toBe(false);
    seen.add(own);
  }
});

/** Set by Lambda itself. */
const ofLambda = ['AWS_LAMBDA_FUNCTION_NAME'];

/**
 * Read under `npm start` only: the key file, the local file store and its address, the timeout of local engines, and the
 * clock that can be set.
 */
const localOnly = [
  'SECRETS_FILE',
  'S3_PATH_STYLE',
  'CLOCK_SHIFT_MS',
  'LOCAL_TIMEOUT_MS',
  'LOCAL_TXT_RECORDS',
  'WEBHOOKS_TO_LOCALHOST',
  'AWS_ENDPOINT_URL',
  'AWS_ENDPOINT_URL_S3',
];

/** Variables of the functions themselves. */
const ownVariables = ['SETTINGS_ROWS', 'SETTINGS_TABLE', 'STAGE'];

test('every function reads the settings that its code needs, and secret ones only then', () => {
  const read = new Set(
    globSync('functions/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/process\.env\.([A-Z\d_]+)/g)].map(([, name = '']) => name),
    ),
  );
  const wanted = [...read].filter((name) => ![...localOnly, ...ofLambda].includes(name)).toSorted();
  expect(wanted).toContain('TABLE_NAME');
  const { rows: plain, secrets } = storedSettings(portal);
  const stored: Record<string, Record<string, unknown>> = {
    ...plain,
    cdn: { ...plain.cdn, ...secrets.cdn },
  };
  for (const [id, lambda] of functions) {
    const handler = lambda.Properties.Runtime === 'nodejs24.x' && portal.handlerIn(lambda);
    if (!handler || !allHandlers.includes(handler)) continue;
    const { Variables } = lambda.Properties.Environment as { Variables: Record<string, unknown> };
    expect(Object.keys(Variables).toSorted(), id).toEqual(ownVariables);
    const rows = String(Variables.SETTINGS_ROWS).split(',');
    const given = rows.flatMap((row) => Object.keys(stored[row] ?? {}));
    const reads = readsOf(handler).filter((name) => wanted.includes(name));
    expect([...given, ...ownVariables], id).toEqual(expect.arrayContaining(reads));
    const secret = ['BANK_SETTINGS', 'CDN_SECRET', 'CDN_SECRET_BEFORE'];
    expect(given.filter((name) => secret.includes(name)).toSorted(), id).toEqual(
      reads.filter((name) => secret.includes(name)).toSorted(),
    );
    const { Condition } = defined(settingsStatementOf(handler)) as unknown as {
      Condition: Record<string, Record<string, string[]>>;
    };
    expect(Condition, id).toEqual({
      'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': [...rows, 'operator'] },
    });
  }
  const named = Object.values(stored).flatMap((row) => Object.keys(row));
  expect([...named, ...ownVariables].toSorted()).toEqual(
    [...new Set([...wanted, ...ownVariables])].toSorted(),
  );
});

test('every handler of events reads its settings first', () => {
  const handlers = [...scheduledHandlers, ...eventHandlers].filter(
    (handler) => ![unknownPathHandler, deploymentHandler].includes(handler),
  );
  for (const handler of handlers) {
    const { file, exportName } = handlerSource(handler);
    expect(readFileSync(file, 'utf8'), handler).toMatch(
      new RegExp(`^export const ${exportName} = (withSettings|worker)\\(`, 'm'),
    );
  }
});

test('a bundle reads from its environment what its source reads, and nothing beside it', async () => {
  const folder = await handlersMade();
  // libraries read names of their own
  const known = new Set(allHandlers.flatMap(readsOf));
  for (const handler of allHandlers) {
    const code = readFileSync(join(folder, handler, 'index.mjs'), 'utf8');
    const inBundle = [...code.matchAll(/process\.env\.([A-Z\d_]+)/g)].map(([, name = '']) => name);
    const ours = new Set(readsOf(handler));
    expect(inBundle.filter((name) => known.has(name) && !ours.has(name))).toEqual([]);
  }
});

test('functions and their logs carry the name of their handler', () => {
  const names = new Set<string>();
  for (const [id, lambda] of functions) {
    const handler = lambda.Properties.Runtime === 'nodejs24.x' && portal.handlerIn(lambda);
    if (!handler || !allHandlers.includes(handler)) continue;
    const name = String(lambda.Properties.FunctionName);
    expect(name, id).toBe(functionNameOf('dev', handler));
    expect(name.length).toBeLessThanOrEqual(64);
    names.add(functionNameOf('production', handler));
    const { LogGroup } = lambda.Properties.LoggingConfig as { LogGroup: { Ref: string } };
    const log = new Map(portal.all('AWS::Logs::LogGroup')).get(`${id.split('/')[0]}/${LogGroup.Ref}`);
    expect(log?.Properties.LogGroupName).toBe(`/wellport/dev/${handler}`);
  }
  expect(names.size).toBe(allHandlers.length);
});

test('calls are limited, and logged by route without what people typed', () => {
  const stages = portal.all('AWS::ApiGatewayV2::Stage');
  expect(stages).toHaveLength(apiNames.length);
  for (const [, { Properties }] of stages) {
    expect(Properties.DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: expect.any(Number) as number,
      ThrottlingBurstLimit: expect.any(Number) as number,
    });
    const { Format } = Properties.AccessLogSettings as { Format: string };
    expect(Format).toContain('$context.routeKey');
    expect(Format).not.toMatch(/\$context\.(path|rawPath|identity\.user|authorizer\.claims)/);
  }
});
