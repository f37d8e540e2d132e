import { PDFDocument } from '../../functions/platform/pdf-document.ts';

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** Width of every character in thousandths of the size; narrow, so that an agreement fits on the first layout's page. */
const width = 250;
const position = { xAdvance: width, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth: width };

/** A font with equal widths, as pdfkit uses fonts; texts are single bytes. */
class PlainFont {
  readonly id = 'F1';
  readonly name = 'Plain';
  readonly ascender = 418;
  readonly descender = -207;
  readonly lineGap = 0;
  readonly xHeight = 523;
  readonly capHeight = 718;
  private readonly document: PDFKit.PDFDocument;
  private dictionary?: PDFKit.PDFKitReference;

  constructor(document: PDFKit.PDFDocument) {
    this.document = document;
  }

  ref() {
    return (this.dictionary ??= this.document.ref({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' }));
  }

  finalize() {
    this.dictionary?.end(undefined);
  }

  encode(text: string) {
    const bytes = Array.from(Buffer.from(text, 'latin1'), (byte) => hex[byte]);
    return [bytes, bytes.map(() => position)];
  }

  widthOfString = (text: string, size: number) => (text.length * size * width) / 1000;
  lineHeight = (size: number) => ((this.ascender - this.descender) / 1000) * size;
}

/**
 * Draws PDFs with a plain font, because finding and embedding the glyphs of the portal's fonts takes longer than all other
 * work of a signature, and without compression; tests of the agreements use the real fonts. Returns a function that restores them.
 */
export function usePlainFont(): () => void {
  const prototype = PDFDocument.prototype as PDFKit.PDFDocument;
  const own = Object.getOwnPropertyDescriptor(prototype, 'font');
  const value = function (this: PDFKit.PDFDocument, _: string, size?: number) {
    if (!(Reflect.get(this, '_font') instanceof PlainFont)) {
      const Plain = new PlainFont(this);
      Object.assign(this, { ['_font']: Plain, ['_fontFamilies']: { Plain } });
    }
    return typeof size === 'number' ? this.fontSize(size) : this;
  };
  Object.defineProperty(prototype, 'font', { value, configurable: true, writable: true });
  // the constructor sets `compress`
  Object.defineProperty(prototype, 'compress', { get: () => false, set: () => {}, configurable: true });
  return () => {
    if (own) Object.defineProperty(prototype, 'font', own);
    Reflect.deleteProperty(prototype, 'compress');
  };
}

/** Returns the lines of a PDF with the plain font. */
export const linesOf = (pdf: Uint8Array): string[] =>
  [
    ...Buffer.from(pdf)
      .toString('latin1')
      .matchAll(/\[([^\]]*)\] TJ/g),
  ].map(([, text = '']) =>
    [...text.matchAll(/<([0-9a-f]*)>/g)]
      .map(([, bytes = '']) => Buffer.from(bytes, 'hex').toString('latin1'))
      .join(''),
  );
