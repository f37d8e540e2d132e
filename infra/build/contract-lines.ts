import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../../shared/contracts/all.ts';
import { openApiDocument } from '../../shared/openapi.ts';
import type { Endpoint } from '../../shared/endpoint.ts';

interface Schema {
  type?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
}

interface Operation {
  'x-roles': string[];
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

/**
 * Returns the contract as lines: endpoints with their roles, request fields, and response fields. `?` marks an optional
 * field.
 */
export function contractLines(endpoints: readonly Endpoint[]): string[] {
  const { paths } = openApiDocument(endpoints) as { paths: Record<string, Record<string, Operation>> };
  return Object.entries(paths)
    .flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        linesOf(`${method.toUpperCase()} ${path}`, operation),
      ),
    )
    .toSorted();
}

function linesOf(call: string, { parameters, requestBody, responses, ...rest }: Operation): string[] {
  const requested = parameters.flatMap(({ name, in: where, required, schema }) =>
    shape(`${call} > ${where}.${name}${required ? '' : '?'}`, schema),
  );
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) =>
    shape(`${call} > body`, schema),
  );
  const answers = Object.entries(responses)
    .filter(([status]) => status === '200' || status === '202')
    .flatMap(([status, { content }]) =>
      Object.entries(content).flatMap(([type, { schema }]) => shape(`${call} < ${status} ${type} `, schema)),
    );
  return [
    ...new Set([
      ...rest['x-roles'].map((role) => `${call} for ${role}`),
      ...requested,
      ...bodies,
      ...answers,
    ]),
  ];
}

/** Returns a JSON schema as lines that begin with the place: its type, its closed list of values, and its content. */
export function shape(path: string, schema: Schema): string[] {
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const { properties = {}, required = [], items, prefixItems = [], additionalProperties } = schema;
  const values = schema.enum ?? ('const' in schema ? [schema.const] : []);
  return [
    ...(schema.type ? [`${path}: ${schema.type}`] : []),
    ...values.map((value) => `${path} = ${JSON.stringify(value)}`),
    ...choices.flatMap((choice) => shape(path, choice)),
    ...Object.entries(properties).flatMap(([name, field]) =>
      shape(`${path}.${name}${required.includes(name) ? '' : '?'}`, field),
    ),
    ...(items ? shape(`${path}[]`, items) : []),
    ...prefixItems.flatMap((item, index) => shape(`${path}[${index}]`, item)),
    ...(typeof additionalProperties === 'object' ? shape(`${path}{}`, additionalProperties) : []),
  ];
}

/**
 * Returns incompatible changes for the pages of the previous release: removed endpoints or roles, removed or newly
 * required request fields and values, removed or newly optional response fields, and unknown response values.
 */
export function brokenPromises(before: readonly string[], after: readonly string[]): string[] {
  const [old, now] = [byText(before), byText(after)];
  const calls = new Set(before.map(callOf));
  const values = new Set(before.filter(isValue).map(pathOf));
  const broken: string[] = [];
  for (const [text, line] of old) {
    const currentLine = now.get(text);
    const isResponse = text.includes(' < ');
    if (!currentLine && !(isResponse && isValue(line))) broken.push(`gone: ${line}`);
    if (currentLine && isResponse && choices(currentLine) > choices(line))
      broken.push(`now optional: ${line}`);
    if (currentLine && !isResponse && choices(currentLine) < choices(line))
      broken.push(`now required: ${line}`);
  }
  for (const [text, line] of now) {
    if (old.has(text) || !calls.has(callOf(line))) continue;
    if (text.includes(' < ')) {
      if (isValue(line) && values.has(pathOf(text))) broken.push(`unknown value: ${line}`);
    } else if (isValue(line)) {
      if (!values.has(pathOf(text)) && old.has(typeOf(text))) broken.push(`no longer any text: ${line}`);
    } else if (text.includes(' > ') && choices(line) === 1) broken.push(`now required: ${line}`);
  }
  return broken;
}

const bare = (line: string): string => line.replaceAll('?', '');
const byText = (lines: readonly string[]): Map<string, string> =>
  new Map(lines.map((line) => [bare(line), line]));
const callOf = (line: string): string => line.split(' ').slice(0, 2).join(' ');
const isValue = (line: string): boolean => line.includes(' = ');
const pathOf = (line: string): string => bare(line.split(' = ')[0] ?? '');
const typeOf = (line: string): string => `${pathOf(line)}: string`;
/** Returns the number of optional fields on the path. */
const choices = (line: string): number => line.split('?').length;

/** Published beside the pages of each release. */
export const contractFile = 'contract.txt';

/** Writes the contract of this release beside the built pages, so that each deployed release publishes its own. */
export function writeContract(siteFolder: string): void {
  writeFileSync(join(siteFolder, contractFile), contractLines(endpoints).join('\n') + '\n');
}
