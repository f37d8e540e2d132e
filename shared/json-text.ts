import * as z from 'zod';
import { messageOf } from './field-messages.ts';
import { parseJson } from './parse-json.ts';
import { fromWire, toWire } from './wire-names.ts';
import { wirePath } from './wire-paths.ts';

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
