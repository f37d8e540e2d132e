import { Template } from 'aws-cdk-lib/assertions';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { makeApp } from '../../infra/app.ts';
import { modulesIn } from '../../infra/build/bundle.ts';
import { allHandlers } from '../../infra/build/handlers.ts';
import { sampleContext } from '../../infra/quotas/quotas.ts';
import { handlersMade } from '../support/built-folder.ts';

/** A resource of a synthesised template. */
export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  Metadata?: Record<string, string>;
}

export interface Synthesised {
  /** Folder of the templates. */
  directory: string;
  parts: ReturnType<typeof makeApp>;
  /** By the template's name; nested stacks are templates of their own. */
  templates: Map<string, Template>;
  /** Every resource of a type in all templates, by template and logical id. */
  all: (type: string) => [string, Resource][];
  /** Returns the handler of a function's asset. */
  handlerIn: (lambda: Resource) => string | undefined;
}

/** Where everything of this run is kept until its end. */
const folder = mkdtempSync(join(tmpdir(), 'wellport-infra-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modules = modulesIn(await handlersMade());

/** The environment variables that a file reads, each file read once. */
const namesByFile = new Map<string, string[]>();
function namesIn(file: string): string[] {
  const known = namesByFile.get(file);
  if (known) return known;
  const names = [...readFileSync(file, 'utf8').matchAll(/process\.env\.([A-Z\d_]+)/g)].map(
    ([, name = '']) => name,
  );
  namesByFile.set(file, names);
  return names;
}

/** Returns the environment variables that the modules of a handler's bundle read. */
export const readsOf = (handler: string): string[] =>
  [...new Set([...(modules.get(handler) ?? [])].flatMap(namesIn))].toSorted();

/** Replaces the bundled handlers, because copying them would take most of the time: each file contains the handler's name and its environment variables. */
const handlers = join(folder, 'handlers');
for (const handler of allHandlers) {
  mkdirSync(join(handlers, handler), { recursive: true });
  writeFileSync(join(handlers, handler, 'index.mjs'), [handler, ...readsOf(handler)].join('\n'));
}

/** Settings that production requires, and the places of its second copy. */
export const production = sampleContext('production');

/** The same with secrets, for a first deployment. */
export const firstContext = { ...production, alarmAddressSecretName: 'pager', bankSftpKeySecretName: 'sftp' };

/** Settings other than the defaults in one context, because the synthesis of all functions takes seconds. */
export const changed = {
  release: 'a1b2c3d4e5f6',
  domain: 'portal.example.com',
  certificate: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  warmCopies: '1',
};

const created = new Map<string, Synthesised>();

/** The whole app as the command line would make it with this context; made once. */
export function synthesised(context: Record<string, string> = {}): Synthesised {
  const name = JSON.stringify(context);
  const portal = created.get(name) ?? synthesise(context);
  created.set(name, portal);
  return portal;
}

/** Assets are inspected only in the default context; otherwise files are not copied. */
const unstaged = (context: Record<string, string>): Record<string, string> =>
  Object.keys(context).length > 0 ? { 'aws:cdk:disable-asset-staging': 'true' } : {};

/** The app with stand-ins for its handlers, not yet synthesised. */
export const newApp = (context: Record<string, string>) =>
  makeApp(handlers, { ...unstaged(context), ...context }, mkdtempSync(join(folder, 'out-')), modules);

function synthesise(context: Record<string, string>): Synthesised {
  const parts = newApp(context);
  const { directory } = parts.app.synth();
  const templates = new Map<string, Template>();
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.template.json')))
    templates.set(
      file.replace(/(\.nested)?\.template\.json$/, ''),
      Template.fromJSON(JSON.parse(readFileSync(join(directory, file), 'utf8')) as Record<string, unknown>),
    );
  const byType = new Map<string, [string, Resource][]>();
  const find = (type: string): [string, Resource][] =>
    [...templates].flatMap(([name, template]) =>
      Object.entries(template.findResources(type)).map(([id, resource]): [string, Resource] => [
        `${name}/${id}`,
        resource as Resource,
      ]),
    );
  return {
    directory,
    parts,
    templates,
    all: (type) => {
      const found = byType.get(type) ?? find(type);
      byType.set(type, found);
      return found;
    },
    handlerIn: ({ Properties }) => {
      const { S3Key } = Properties.Code as { S3Key?: string };
      const file = join(directory, `asset.${S3Key?.replace(/\.zip$/, '')}`, 'index.mjs');
      return S3Key && readFileSync(file, 'utf8').split('\n')[0];
    },
  };
}

/** The properties of the custom resource that stores the settings of a deployment. */
export function storedSettings(portal: Synthesised) {
  const [found, ...others] = portal.all('Custom::WellportSettings');
  if (!found || others.length > 0) throw new Error('the settings are not stored once');
  return found[1].Properties as unknown as Record<
    'rows' | 'secrets',
    Record<string, Record<string, unknown>>
  >;
}
