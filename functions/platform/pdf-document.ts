import { toBytes } from 'pdfkit/output';
import Helvetica from 'pdfkit/standard-fonts/Helvetica';
import HelveticaBold from 'pdfkit/standard-fonts/HelveticaBold';
// pdfkit's Node entry reads fonts beside its package.json, which a bundled Lambda does not have. This entry accepts
// them as values; the package does not export it by name.
import { PDFDocument, registerStdFonts } from '../../node_modules/pdfkit/js/pdfkit.browser.mjs';
import pdfFontsData from './pdf-fonts-data.ts';

// for form fields, whose text readers draw themselves
registerStdFonts(Helvetica, HelveticaBold);

export { PDFDocument, toBytes };

/** Fonts of PDFs: Inter, with Latin, Vietnamese, Cyrillic, and Greek letters. Only used glyphs are embedded. */
export type PdfFont = 'Regular' | 'Bold' | 'Italic';

function readFonts(): Record<PdfFont, Buffer> {
  const data = Buffer.from(pdfFontsData());
  let at = 0;
  const next = () => {
    const start = at + 4;
    at = start + data.readUInt32BE(at);
    return data.subarray(start, at);
  };
  return { Regular: next(), Bold: next(), Italic: next() };
}
let fonts: ReturnType<typeof readFonts> | undefined;

interface EmbeddedFont {
  font: { glyphsForString: (text: string) => { advanceWidth: number }[] };
  scale: number;
  layoutRun: (text: string) => object;
}

/** Lays out text without kerning and ligatures, which take a second per page and which texts in NFC do not need. */
function layOutPlainly(embedded: EmbeddedFont): void {
  embedded.layoutRun = (text) => {
    const glyphs = embedded.font.glyphsForString(text);
    const positions = glyphs.map((glyph) => {
      const advanceWidth = glyph.advanceWidth * embedded.scale;
      return { xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0, advanceWidth };
    });
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
}

/** Registers the fonts by name; `Regular` is the current one. */
function registerPdfFonts(document: PDFKit.PDFDocument): void {
  fonts ??= readFonts();
  for (const [name, bytes] of Object.entries(fonts).toReversed()) {
    document.registerFont(name, bytes).font(name);
    // pdfkit does not export the current font
    layOutPlainly(Reflect.get(document, '_font') as EmbeddedFont);
  }
}

// @types/pdfkit lacks this value
const pdfUa: object = { subset: 'PDF/UA' };

interface DocumentOptions {
  /** Points on every side. */
  margin: number;
  /** Additional points at the bottom. */
  foot?: number;
  at: Date;
  info?: PDFKit.DocumentInfo;
}

/** Creates a US Letter document that declares PDF/UA-1; the same instant results in the same bytes. */
export function newTaggedDocument(
  title: string,
  { margin, foot = 0, at, info }: DocumentOptions,
): PDFKit.PDFDocument {
  const document = new PDFDocument({
    size: 'LETTER',
    margins: { top: margin, left: margin, right: margin, bottom: margin + foot },
    bufferPages: true,
    pdfVersion: '1.7',
    ...pdfUa,
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    // otherwise a standard font, which PDF/UA does not permit
    font: '',
    info: {
      Title: title,
      Author: 'Wellport',
      Creator: 'Wellport',
      Producer: 'Wellport',
      CreationDate: at,
      ModDate: at,
      ...info,
    },
  });
  registerPdfFonts(document);
  return document;
}
