import { Template } from 'aws-cdk-lib/assertions';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeApp } from '../../infra/app.ts';
import { allHandlers } from '../../infra/handlers.ts';

/** A resource of a synthesised template. */
export interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
  DeletionPolicy?: string;
  Metadata?: Record<string, string>;
}

export interface Synthesised {
  /** By the template's name; nested stacks are templates of their own. */
  templates: Map<string, Template>;
  /** Every resource of a type in all templates, by template and logical id. */
  all: (type: string) => [string, Resource][];
  /** The handler whose file a function's asset holds. */
  handlerIn: (lambda: Resource) => string | undefined;
}

/** Stands in for the bundled handlers: each file says its handler's name. */
export function standInHandlers(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wellport-handlers-'));
  for (const handler of allHandlers) {
    mkdirSync(join(folder, handler), { recursive: true });
    writeFileSync(join(folder, handler, 'index.mjs'), handler);
  }
  return folder;
}

const made = new Map<string, Synthesised>();

/** The whole app as the command line would make it with this context; made once. */
export function synthesised(context: Record<string, string> = {}): Synthesised {
  const name = JSON.stringify(context);
  const portal = made.get(name) ?? synthesise(context);
  made.set(name, portal);
  return portal;
}

function synthesise(context: Record<string, string>): Synthesised {
  const { app } = makeApp(standInHandlers(), context);
  const { directory } = app.synth();
  const templates = new Map<string, Template>();
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.template.json')))
    templates.set(
      file.replace(/(\.nested)?\.template\.json$/, ''),
      Template.fromJSON(JSON.parse(readFileSync(join(directory, file), 'utf8')) as Record<string, unknown>),
    );
  return {
    templates,
    all: (type) =>
      [...templates].flatMap(([name, template]) =>
        Object.entries(template.findResources(type)).map(([id, resource]): [string, Resource] => [
          `${name}/${id}`,
          resource as Resource,
        ]),
      ),
    handlerIn: ({ Properties }) => {
      const { S3Key } = Properties.Code as { S3Key?: string };
      const file = join(directory, `asset.${S3Key?.replace(/\.zip$/, '')}`, 'index.mjs');
      return S3Key && readFileSync(file, 'utf8');
    },
  };
}
