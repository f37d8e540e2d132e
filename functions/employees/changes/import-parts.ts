import { sha256 } from '../../platform/digest.ts';
import { getFile, putFile } from '../../platform/files.ts';
import { Refusal } from '../../../shared/refusal.ts';

interface PartsOf {
  partnerId: string;
  uploadId: string;
}

const partName = ({ partnerId, uploadId }: PartsOf, part: number): string =>
  `roster-changes/parts/${partnerId}/${uploadId}/${part}`;

export const storeFilePart = (upload: PartsOf, part: number, bytes: Uint8Array): Promise<void> =>
  putFile('files', partName(upload, part), bytes, 'application/octet-stream');

/** Returns the file of the parts. Throws ('invalid') if a part is missing or the hash differs. */
export async function joinFileParts(upload: PartsOf, parts: number, fileHash: string): Promise<Uint8Array> {
  const stored = await Promise.all(
    Array.from({ length: parts }, (_, part) => getFile('files', partName(upload, part))),
  );
  const bytes = Buffer.concat(stored.map((part) => part ?? new Uint8Array()));
  if (sha256(bytes) !== fileHash)
    throw new Refusal('invalid', 'The file was not uploaded completely. Nothing was read. Upload it again.');
  return bytes;
}
