import { toBytes } from 'pdfkit/output';
import Courier from 'pdfkit/standard-fonts/Courier';
import Helvetica from 'pdfkit/standard-fonts/Helvetica';
import HelveticaBold from 'pdfkit/standard-fonts/HelveticaBold';
import TimesItalic from 'pdfkit/standard-fonts/TimesItalic';
import TimesRoman from 'pdfkit/standard-fonts/TimesRoman';
// pdfkit's Node entry reads fonts beside its package.json, which a bundled Lambda does not have. This entry accepts
// them as values; the package does not export it by name.
import { PDFDocument, registerStdFonts } from '../../node_modules/pdfkit/js/pdfkit.browser.mjs';

registerStdFonts(Courier, Helvetica, HelveticaBold, TimesItalic, TimesRoman);

export { PDFDocument, toBytes };

/**
 * Creates a tagged US Letter document with a title; the same instant results in the same bytes.
 *
 * @param margin points on every side
 */
export const newTaggedDocument = (
  title: string,
  { margin, at, bufferPages = false }: { margin: number; at: Date; bufferPages?: boolean },
) =>
  new PDFDocument({
    size: 'LETTER',
    margin,
    bufferPages,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    info: {
      Title: title,
      Author: 'Wellport',
      Creator: 'Wellport',
      Producer: 'Wellport',
      CreationDate: at,
      ModDate: at,
    },
  });
