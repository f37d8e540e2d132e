import { Refusal } from '../../shared/refusal.ts';
import { safeFileName } from '../../shared/visible-text.ts';

/** An uploaded file; the name is the last part of the sent path. */
interface SentFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Fields by name. Both records have no prototype, so a field named "constructor" is an ordinary field. */
export interface SentForm {
  fields: Record<string, string>;
  files: Record<string, SentFile>;
}

/**
 * Parses a multipart/form-data request body (RFC 7578) from API Gateway, as text or base64. Throws 'invalid' for other
 * content types, invalid bodies, and duplicate fields.
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
      throw new Refusal('invalid', 'The form contains a field twice. Reload the page and try again.', field);
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

/** Maximum length of a file name; the middle is cut, because the extension identifies the type. */
const longestName = 200;

/** Returns the last part of the sent path, shortened to `longestName` characters. */
function fileNameIn(path: string): string {
  const name = safeFileName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
  if (name.length <= longestName) return name;
  const ending = /\.\w{1,10}$/.exec(name.slice(-11))?.[0] ?? '';
  return `${name.slice(0, longestName - ending.length).toWellFormed()}${ending}`;
}

async function parse(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Refusal('invalid', 'The upload was incomplete. Try again.');
  }
}
