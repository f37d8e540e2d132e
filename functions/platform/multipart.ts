import { Refusal } from '../../shared/refusal.ts';

/** A file that came with a form; the name is the last part of whatever path the sender gave. */
interface SentFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A form by field name. Both records have no prototype, so a field named "constructor" is just a field. */
export interface SentForm {
  fields: Record<string, string>;
  files: Record<string, SentFile>;
}

/**
 * Reads a multipart/form-data request body (RFC 7578) as API Gateway hands it over: text, or base64 of the
 * bytes. Refuses ('invalid') another content type, a body that does not parse, and a field that comes twice.
 */
export async function readMultipart(
  body: string | Buffer,
  isBase64: boolean,
  contentType: string | undefined,
): Promise<SentForm> {
  if (!/^multipart\/form-data\s*;/i.test(contentType?.trim() ?? '')) {
    throw new Refusal('invalid', 'Send the file as a form.');
  }
  const bytes = typeof body === 'string' ? Buffer.from(body, isBase64 ? 'base64' : 'utf8') : body;
  const form = await parse(bytes, contentType ?? '');
  const fields: SentForm['fields'] = Object.create(null);
  const files: SentForm['files'] = Object.create(null);
  for (const [field, value] of form) {
    if (field in fields || field in files) {
      throw new Refusal(
        'invalid',
        'The form has the same field twice. Reload the page and try again.',
        field,
      );
    }
    if (typeof value === 'string') fields[field] = value;
    else {
      files[field] = {
        name: fileNameIn(value.name),
        type: value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      };
    }
  }
  return { fields, files };
}

/** Longer names fit no file system; what is cut is the middle, as the ending tells what kind of file it is. */
const longestName = 200;

/** The last part of whatever path the sender gave, cut to `longestName` characters. */
function fileNameIn(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  if (name.length <= longestName) return name;
  const ending = /\.\w{1,10}$/.exec(name.slice(-11))?.[0] ?? '';
  return `${name.slice(0, longestName - ending.length).toWellFormed()}${ending}`;
}

async function parse(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Refusal('invalid', 'The form did not arrive whole. Try again.');
  }
}
