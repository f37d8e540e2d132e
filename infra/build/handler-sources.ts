import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileNameOf } from '../../shared/endpoint.ts';

const root = join(import.meta.dirname, '../..');

/** The source of a handler: `partners/save` is `saveHandler` of a file of handlers in `functions/partners`. */
export interface HandlerSource {
  file: string;
  exportName: string;
}

const exportedHandler = /^export (?:const|async function) (\w+)Handler\b/gm;

/** Returns the handlers that a file exports, with the names of their exports. */
export function handlersIn(file: string, code: string): [handler: string, exportName: string][] {
  const [, area = ''] = file.split('/');
  return [...code.matchAll(exportedHandler)].map(([, name = '']) => [
    `${area}/${fileNameOf(name)}`,
    `${name}Handler`,
  ]);
}

/** Returns the source of every handler in `functions/<area>/handlers.ts` and `functions/<area>/handlers/`. */
export function handlerSources(): Map<string, HandlerSource> {
  const files = globSync(['functions/*/handlers.ts', 'functions/*/handlers/*.ts'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted();
  return new Map(
    files.flatMap((file) =>
      handlersIn(file, readFileSync(join(root, file), 'utf8')).map(
        ([handler, exportName]): [string, HandlerSource] => [handler, { file, exportName }],
      ),
    ),
  );
}

let sources = new Map<string, HandlerSource>();

/** Returns the source of a handler; reads the files again for one that is new. */
export function handlerSource(handler: string): HandlerSource {
  if (!sources.has(handler)) sources = handlerSources();
  const source = sources.get(handler);
  if (!source) throw new Error(`No file of handlers exports ${handler}.`);
  return source;
}

/** Loads a module by its path from the repository root: `/functions/partners/store.ts`. */
export type LoadModule = (path: string) => Promise<Record<string, unknown>>;

export async function loadHandler(load: LoadModule, handler: string): Promise<unknown> {
  const { file, exportName } = handlerSource(handler);
  return (await load(`/${file}`))[exportName];
}
