import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  Metadata?: Record<string, string>;
  DeletionPolicy?: string;
}

export interface Template {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, { Export?: { Name: string } }>;
  Parameters?: object;
  Mappings?: object;
}

/** Synthesized templates of one stage. */
export interface StageTemplates {
  /** By file name; nested stacks have their own. */
  templates: ReadonlyMap<string, Template>;
  /** Those of the deployed release; undefined for a first deployment. */
  deployed?: ReadonlyMap<string, Template>;
  /** Files of nested stacks by the file of their top-level stack. */
  nested: ReadonlyMap<string, readonly string[]>;
  /** Their bytes. */
  bytes: readonly number[];
  /** Bytes of all bundled handlers. */
  codeBytes: number;
}

const readJson = (folder: string, file: string): unknown =>
  JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** Reads the templates of a synthesized app. */
export function templatesIn(folder: string, codeBytes: number): StageTemplates {
  const files = globSync('*.template.json', { cwd: folder }).toSorted();
  const nested = globSync('*.assets.json', { cwd: folder }).map((file): [string, string[]] => {
    const assets = readJson(folder, file) as { files: Record<string, { source: { path: string } }> };
    const paths = Object.values(assets.files).map(({ source }) => source.path);
    return [
      file.replace('.assets.json', '.template.json'),
      paths.filter((path) => path.endsWith('.nested.template.json')),
    ];
  });
  return {
    templates: new Map(files.map((file) => [file, readJson(folder, file) as Template])),
    nested: new Map(nested),
    bytes: files.map((file) => statSync(join(folder, file)).size),
    codeBytes,
  };
}

/** Returns the bytes of the bundled handlers in a folder. */
export const codeBytesIn = (folder: string): number =>
  globSync('*/*/index.mjs', { cwd: folder }).reduce(
    (sum, file) => sum + readFileSync(join(folder, file)).length,
    0,
  );

/** Returns the resources that an operation on each top-level stack concerns, with its nested stacks, by its file. */
export function resourcesOfOperations({ templates, nested }: StageTemplates): Map<string, number> {
  const count = (file: string): number => {
    const template = templates.get(file);
    if (!template) throw new Error(`The template ${file} is missing.`);
    return Object.keys(template.Resources).length;
  };
  return new Map(
    [...nested].map(([file, inner]) => [
      file,
      [file, ...inner].reduce((sum, resource) => sum + count(resource), 0),
    ]),
  );
}

/** Returns all resources of a type. */
export const resourcesOf = ({ templates }: StageTemplates, ...types: string[]): Resource[] =>
  [...templates.values()].flatMap(({ Resources }) =>
    Object.values(Resources).filter(({ Type }) => types.includes(Type)),
  );

const parameterValues: Record<string, string> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'ap-southeast-2',
  'AWS::AccountId': '123456789012',
  'AWS::URLSuffix': 'amazonaws.com',
};
/** Stands for a value that is unknown before the deployment: a long ARN. */
const unknownValue = 'x'.repeat(110);

/** Replaces intrinsic functions by text of about the length that they have when they are deployed. */
export function withValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withValues);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, argument] = entries[0] ?? [];
  if (entries.length === 1 && name === 'Ref') return parameterValues[String(argument)] ?? unknownValue;
  if (entries.length === 1 && name === 'Fn::Join') {
    const [separator, parts] = argument as [string, unknown[]];
    return parts.map(withValues).map(String).join(separator);
  }
  if (entries.length === 1 && name?.startsWith('Fn::')) return unknownValue;
  return Object.fromEntries(entries.map(([key, inner]) => [key, withValues(inner)]));
}

/** Returns the length of a value as JSON without white space. */
export const lengthOf = (value: unknown): number => JSON.stringify(withValues(value)).length;
