import type { Filter } from 'scim2-parse-filter';
import { spelledPath } from '../../../shared/integrations/scim/attribute-names.ts';
import { ScimError } from '../../../shared/integrations/scim/scim-error.ts';
import { enterpriseSchema } from '../../../shared/integrations/scim/scim-schemas.ts';
import { reachesPrototype } from '../../../shared/parse-json.ts';
import { parseFilter } from './user-filter.ts';

export type Json = Record<string, unknown>;

export const isPlain = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const kinds = ['add', 'replace', 'remove'] as const;

/** A change of one attribute. */
export interface Step extends PatchPath {
  kind: (typeof kinds)[number];
  value: unknown;
}

/** The target of an operation: `attribute[filter].part`. */
interface PatchPath {
  attribute: string;
  filter?: Filter | undefined;
  part?: string | undefined;
}

/** Longest path in characters: the URN of the enterprise schema with an attribute has 75. */
const longestPath = 300;

/** The grammar of RFC 7644, figure 7: at most an attribute, a filter, and one part. */
const grammar = /^(?:urn:[\w.:-]+:)?([A-Za-z][\w$-]*)(?:\[(.+)\])?(?:\.([A-Za-z][\w$-]*))?$/;

const invalid = (detail: string): ScimError => new ScimError(400, detail, 'invalidPath');

/** Parses a path. Throws 400 for a path outside of the grammar, or with a name that reaches a prototype. */
export function parsePath(path: string): PatchPath {
  if (path.length > longestPath) throw invalid(`A path can't contain more than ${longestPath} characters.`);
  const names = path.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(/[^\w$-]+/);
  if (names.some(reachesPrototype)) throw invalid('The path contains a name that is not allowed.');
  const spelled = spelledPath(path);
  if (spelled === enterpriseSchema) return { attribute: enterpriseSchema };
  const isEnterprise = spelled.startsWith(`${enterpriseSchema}:`);
  const local = isEnterprise ? spelled.slice(enterpriseSchema.length + 1) : spelled;
  const [, attribute = '', filter, part] = grammar.exec(local) ?? [];
  if (attribute === '') throw invalid('The path is not valid.');
  // parts of enterprise attributes, such as manager.displayName, are not stored
  if (isEnterprise) return { attribute: enterpriseSchema, part: part === undefined ? attribute : '' };
  return { attribute: local.startsWith('urn:') ? '' : attribute, filter: filterOf(filter), part };
}

function filterOf(text: string | undefined): Filter | undefined {
  if (text === undefined) return undefined;
  try {
    return parseFilter(text);
  } catch {
    throw invalid('The filter in the path is not valid.');
  }
}
