import type { ReceivedFile } from '../platform/parse-request.ts';
import { Refusal } from '../../shared/refusal.ts';
import {
  maxLogoBytes,
  logoDamaged,
  logoTooLarge,
  logoTooManyPixels,
  logoWrongKind,
  maxLogoPixels,
  type VoucherLogo,
} from '../../shared/vouchers/voucher-program.ts';
import { digestOf } from '../platform/digest.ts';
import { getFile, putFile } from '../platform/files.ts';
import { BadPicture, type Picture } from '../platform/pictures/picture.ts';
import { readPicture } from '../platform/pictures/read-picture.ts';

const sentences = {
  'wrong kind': logoWrongKind,
  'too many pixels': logoTooManyPixels,
  damaged: logoDamaged,
} as const;

const refuse = (message: string): never => {
  throw new Refusal('invalid', message, 'partnerLogoFile');
};

function validateLogo(bytes: Uint8Array): Picture {
  if (bytes.length > maxLogoBytes) refuse(logoTooLarge);
  try {
    return readPicture(bytes, { mostPixels: maxLogoPixels });
  } catch (error) {
    if (error instanceof BadPicture) return refuse(sentences[error.error]);
    throw error;
  }
}

/** Validates a logo and stores it without metadata; throws the messages of the specification. */
export async function storeLogo({ name, bytes }: ReceivedFile): Promise<VoucherLogo> {
  const picture = validateLogo(bytes);
  const { type, width, height } = picture;
  const key = `logos/${digestOf(picture.bytes)}.${type === 'image/png' ? 'png' : 'jpg'}`;
  // named by its content: programs that use it are not affected, and nothing is overwritten
  await putFile('files', key, picture.bytes, type);
  return { fileName: name.slice(0, 200), type, width, height, key };
}

export async function loadLogo({ key }: VoucherLogo): Promise<Uint8Array> {
  const bytes = await getFile('files', key);
  if (!bytes) throw new Error(`the logo ${key} is missing`);
  return bytes;
}
