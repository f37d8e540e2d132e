import { toBytes } from 'pdfkit/output';
import Courier from 'pdfkit/standard-fonts/Courier';
import Helvetica from 'pdfkit/standard-fonts/Helvetica';
import HelveticaBold from 'pdfkit/standard-fonts/HelveticaBold';
import TimesItalic from 'pdfkit/standard-fonts/TimesItalic';
import TimesRoman from 'pdfkit/standard-fonts/TimesRoman';
// pdfkit's entry for Node looks its fonts up beside its own package.json, which a bundled Lambda does not have.
// This entry takes them as values; the package does not export it under a name.
import { PDFDocument, registerStdFonts } from '../../node_modules/pdfkit/js/pdfkit.browser.mjs';

registerStdFonts(Courier, Helvetica, HelveticaBold, TimesItalic, TimesRoman);

export { PDFDocument, toBytes };

/**
 * A tagged US Letter document that readers name by its title; drawn again for the same instant it has the same bytes.
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
