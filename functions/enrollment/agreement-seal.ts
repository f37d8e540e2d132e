import { sha256 } from '../platform/digest.ts';

// A comment behind the end of the PDF: readers skip it.
const label = '%Wellport-SHA-256 ';
const sealLength = label.length + 64 + 2;

/** The file with its seal: a last line with the SHA-256 of every byte before it. */
export const sealed = (pdf: Uint8Array): Uint8Array =>
  Buffer.concat([pdf, Buffer.from(`\n${label}${sha256(pdf)}\n`, 'latin1')]);

/** What a file's seal says, without asking anybody. `hash` is the SHA-256 of the whole file, hex. */
export interface SealFound {
  seal: 'intact' | 'broken' | 'missing';
  hash: string;
}

/**
 * Reads a file's seal. Any byte that was changed, added or removed breaks it. That nobody made a whole new file shows
 * by `hash`: the portal keeps an agreement under the first 40 characters of it, of which ten are its contract number.
 */
export function readSeal(file: Uint8Array): SealFound {
  const bytes = Buffer.from(file);
  const hash = sha256(bytes);
  const body = bytes.subarray(0, Math.max(0, bytes.length - sealLength));
  const seal = bytes.subarray(body.length).toString('latin1');
  if (seal === `\n${label}${sha256(body)}\n`) return { seal: 'intact', hash };
  // a seal of which something is left
  return { seal: bytes.includes('%Wellport-SHA') ? 'broken' : 'missing', hash };
}
