import * as z from 'zod';
import { messageOf } from './field-metadata.ts';
import { fromWire, toWire, wirePath } from './wire-names.ts';

/** Names by which a property path reaches a prototype, which all requests of a process share (CWE-1321). */
const prototypeNames: readonly string[] = ['__proto__', 'constructor', 'prototype'];

export const reachesPrototype = (name: string): boolean => prototypeNames.includes(name);

/** Longest key of a request in characters; the longest column titles of uploaded files have 200. */
const longestKey = 250;

/** Deepest nesting of a request; the contract's deepest body has 6 levels. */
const deepestLevel = 32;

/**
 * A key that reaches a prototype, is too long, or is too deep, or its text value with half of a surrogate pair, which the
 * table cannot store. The message is shown to the user.
 */
export class UnsafeKeyError extends Error {
  readonly key: string;
  readonly isOfValue: boolean;

  constructor(key: string, message: string, isOfValue = false) {
    super(message);
    this.name = 'UnsafeKeyError';
    this.key = key.slice(0, 50).toWellFormed();
    this.isOfValue = isOfValue;
  }
}

/** Parses JSON from a client. Throws SyntaxError, or UnsafeKeyError for a key or text that no request contains. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  requireSafeKeys(value, 1);
  return value;
}

function requireSafeKeys(value: unknown, level: number, name = ''): void {
  if (typeof value === 'string' && !value.isWellFormed())
    throw new UnsafeKeyError(name, 'The text contains an invalid character.', true);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    if (reachesPrototype(key)) throw new UnsafeKeyError(key, `The name "${key}" is not allowed.`);
    if (key.length > longestKey)
      throw new UnsafeKeyError(key, `A name can't contain more than ${longestKey} characters.`);
    if (level > deepestLevel)
      throw new UnsafeKeyError(key, `The request can't be nested more than ${deepestLevel} levels deep.`);
    if (!key.isWellFormed()) throw new UnsafeKeyError(key, 'A name contains an invalid character.');
    requireSafeKeys(part, level + 1, key);
  }
}

/**
 * A record sent as JSON text in a field of a multipart form, with wire names. Refuses text that is not JSON. Errors use
 * the path below the field ("voucherProgram.displayName").
 */
export const jsonText = <Schema extends z.ZodType>(label: string, schema: Schema) =>
  z.codec(z.string({ error: `${label} is required.` }), z.custom<z.output<Schema>>(), {
    decode: (text, context) => {
      const sent = readJson(text);
      if (sent === undefined) {
        context.issues.push({ code: 'custom', message: `${label} is not readable as JSON.`, input: text });
        return z.NEVER;
      }
      const read = schema.safeParse(fromWire(schema, sent), { error: messageOf(schema) });
      if (read.success) return read.data;
      for (const { message, path } of read.error.issues)
        context.issues.push({
          code: 'custom',
          message,
          input: text,
          path: wirePath(schema, path).split('.').filter(Boolean),
        });
      return z.NEVER;
    },
    encode: (value) => JSON.stringify(toWire(schema, z.encode(schema, value))),
  });

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
