import { removableConstants } from '../../infra/build/bundle.ts';
import { handlerOf } from '../../infra/build/handlers.ts';
import { handlersIn, handlerSources } from '../../infra/build/handler-sources.ts';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { areas, endpoints } from '../../shared/contracts/all.ts';
import { scheduledHandlers } from '../../infra/build/schedules.ts';
import { type Endpoint } from '../../shared/endpoint.ts';
import { openApiDocument } from '../../shared/openapi.ts';
import { sources, type Source } from './sources.ts';
import { partsOf, wireNamesOf } from '../../shared/wire-names.ts';

describe('endpoints', () => {
  it('have a handler with their own name each', () => {
    expect(
      endpoints.map(handlerOf).filter((handler) => !handlerSources().has(handler)),
      'Create these handlers, or remove their contract rows.',
    ).toEqual([]);
  });

  it('are served by handlers that belong to an endpoint, event, or schedule', () => {
    const handlers = new Set<string>([...endpoints.map(handlerOf), ...scheduledHandlers]);
    const exported = sources('functions').flatMap(({ path, text }) => handlersIn(path, text));
    const strays = exported
      .map(([handler]) => handler)
      .filter((handler) => !handlers.has(handler) && !handler.includes('/on-'));
    expect(
      strays,
      'Add a contract row or a row in infra/build/schedules.ts, or name the export on<Event>Handler.',
    ).toEqual([]);
    expect(
      exported.map(([handler]) => handler).toSorted(),
      'Export handlers from functions/<area>/handlers.ts or handlers/<part>.ts, each name once.',
    ).toEqual([...handlerSources().keys()].toSorted());
  });

  it('have handlers that the bundler can remove from the bundles of their neighbors', () => {
    const files = sources('functions').filter(({ path }) => /\/handlers(\/[\w-]+)?\.ts$/.test(path));
    const retained = files.flatMap(({ path, text }) =>
      removableConstants(text)
        .split('\n')
        .filter((line) =>
          /^(?!import|export|const|(async )?function|type|interface|\/|\s|[})\]*])\S/.test(line),
        )
        .concat(
          removableConstants(text).match(/^export (?:const \w+ = (?!\/\* @__PURE__ \*\/)|let|class).*/gm) ??
            [],
        )
        .map((line) => `${path}: ${line}`),
    );
    expect(files.length).toBeGreaterThan(20);
    expect(retained, 'Declare constants and functions only.').toEqual([]);
    expect(
      removableConstants('export const getHandler = handle(partners.get, async () => {\n  done();\n});\n'),
    ).toBe(
      'export const getHandler = /* @__PURE__ */ (() => (handle(partners.get, async () => {\n  done();\n})))();\n',
    );
  });

  it('have unique methods and paths', () => {
    const shapes = endpoints.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
    expect(
      shapes.filter((shape, index) => shapes.indexOf(shape) !== index),
      'Change the method or path of one contract row.',
    ).toEqual([]);
  });

  it('use the area’s name in every layer', () => {
    for (const [name, area] of Object.entries(areas)) {
      const key = Object.values(area)[0]?.area ?? '';
      expect(key.replaceAll('-', '').toLowerCase()).toBe(name.toLowerCase());
      for (const path of [`shared/contracts/${key}.ts`, `functions/${key}`, `test/${key}`])
        expect(existsSync(path), path).toBe(true);
    }
  });

  it('declare their path parameters, and a body with writing methods only', () => {
    for (const endpoint of endpoints) {
      const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(
        Object.keys(endpoint.params ? partsOf(endpoint.params).fields : {}).map((name) =>
          wireNamesOf(endpoint.params, name).join(),
        ),
        `${endpoint.area}.${endpoint.name}`,
      ).toEqual(named);
      if (endpoint.method === 'GET') expect(endpoint.body, endpoint.path).toBeUndefined();
    }
  });

  it('declare media types for downloads and text only', () => {
    for (const { response, mediaTypes, area, name } of endpoints)
      if (response === 'file') expect(mediaTypes?.length, `${area}.${name}`).toBeGreaterThan(0);
      else expect([undefined, ['text/plain']], `${area}.${name}`).toContainEqual(mediaTypes);
    const { paths } = openApiDocument(endpoints) as {
      paths: Record<string, Record<string, { responses: Record<string, { content: object }> }>>;
    };
    expect(JSON.stringify(paths)).not.toContain('octet-stream');
    expect(Object.keys(paths['/healthcheck']?.get?.responses[200]?.content ?? {})).toEqual(['text/plain']);
    expect(Object.keys(paths['/healthcheck']?.get?.responses ?? {})).not.toContain('401');
  });

  it('can be described in OpenAPI', () => {
    const document = openApiDocument(endpoints) as { paths: Record<string, Record<string, unknown>> };
    expect(Object.values(document.paths).flatMap((path) => Object.keys(path))).toHaveLength(endpoints.length);
  });

  it('have an assertion besides the role and malformed-request tests', () => {
    const tests = sources('test').filter(
      ({ path }) => !/^test\/(architecture|support|bench)\//.test(path) && !path.endsWith('examples.ts'),
    );
    expect(unasserted(tests), 'Add a test in test/<area> that calls the endpoint.').toEqual([]);
    // counterexample: a test of one endpoint leaves the others
    expect(unasserted([{ path: '', text: 'call(partners.list)' }])).toContain('partners.get');
  });
});

const unasserted = (tests: readonly Source[]): string[] =>
  Object.entries(areas).flatMap(([key, rows]) =>
    Object.entries<Endpoint>(rows)
      .filter(
        ([name, { area }]) =>
          !tests.some(
            ({ path, text }) =>
              new RegExp(`\\b${key}\\.${name}\\b`).test(text) ||
              (path.startsWith(`test/${area}/`) && text.includes(`'${name}'`)),
          ),
      )
      .map(([name]) => `${key}.${name}`),
  );
