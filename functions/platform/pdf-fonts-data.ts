import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

// A bundle reads the same bytes from a file beside it (infra/build/bundle.ts).
const { resolve } = createRequire(import.meta.url);

const files = [
  '400Regular/Inter_400Regular',
  '700Bold/Inter_700Bold',
  '400Regular_Italic/Inter_400Regular_Italic',
];

/** Returns the fonts of PDFs (regular, bold, italic), each after its length as an unsigned 32-bit integer. */
export default function pdfFontsData(): Uint8Array {
  return Buffer.concat(
    files.flatMap((file) => {
      const font = readFileSync(resolve(`@expo-google-fonts/inter/${file}.ttf`));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(font.length);
      return [length, font];
    }),
  );
}
