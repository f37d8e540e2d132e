import { sha256 } from '../platform/digest.ts';

/** Page margins in points and scale of the content (1 is normal). */
export interface Layout {
  margin: number;
  scale: number;
}
/** Layouts in order; the first one that fits on a single page is used. */
export const layouts: readonly [Layout, ...Layout[]] = [
  { margin: 64, scale: 1 },
  { margin: 54, scale: 0.92 },
  { margin: 46, scale: 0.86 },
];

// a comment after the end of the PDF, ignored by readers
const label = '%Wellport-SHA-256 ';
const sealLength = label.length + 64 + 2;

/** Returns the file with its seal: a last line with the SHA-256 of all previous bytes. */
export const sealed = (pdf: Uint8Array): Uint8Array =>
  Buffer.concat([pdf, Buffer.from(`\n${label}${sha256(pdf)}\n`, 'latin1')]);

/** Result of the offline verification of a seal. `hash` is the SHA-256 of the whole file, hex. */
export interface SealCheck {
  seal: 'intact' | 'broken' | 'missing';
  hash: string;
}

/**
 * Verifies a file's seal, which any changed, added, or removed byte breaks. A forged file is detected by `hash`: the
 * portal stores an agreement under its first 40 characters, of which ten are the contract number.
 */
export function readSeal(file: Uint8Array): SealCheck {
  const bytes = Buffer.from(file);
  const hash = sha256(bytes);
  const body = bytes.subarray(0, Math.max(0, bytes.length - sealLength));
  const seal = bytes.subarray(body.length).toString('latin1');
  if (seal === `\n${label}${sha256(body)}\n`) return { seal: 'intact', hash };
  // part of a seal is present
  return { seal: bytes.includes('%Wellport-SHA') ? 'broken' : 'missing', hash };
}
