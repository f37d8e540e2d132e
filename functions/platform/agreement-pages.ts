import { codePoints, printableText } from './printable-text.ts';

const chicagoTime = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  dateStyle: 'long',
  timeStyle: 'long',
});

const ink = '#1b2430';
const quiet = '#5a6573';
const hairline = '#c9d0d8';
/** The white around a page, in points. */
export const margin = 64;
const labelWidth = 130;

/** Draws the parts of an agreement one below the other, each with its tag for screen readers. */
export class AgreementPages {
  readonly #document: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #width: number;

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#root = document.struct('Document');
    this.#width = document.page.width - 2 * margin;
    document.addStructure(this.#root);
  }

  title(title: string, version: string): void {
    this.#tag('P', () => this.#text('Wellport', 'Helvetica-Bold', 9, quiet, { characterSpacing: 1.2 }));
    this.#document.moveDown(0.6);
    this.#tag('H1', () => this.#text(title, 'Helvetica-Bold', 21, ink, { lineGap: 2 }));
    this.#tag('P', () => this.#text(version, 'Helvetica', 10, quiet));
    this.#document.moveDown(1.2);
  }

  facts(facts: readonly [string, string][]): void {
    const document = this.#document;
    this.#rule();
    for (const [label, value] of facts) {
      const shown = printableText(value);
      document.font('Helvetica', 9.5);
      const height = document.heightOfString(shown, { width: this.#width - labelWidth });
      this.#keepTogether(height + 6);
      const top = document.y;
      this.#tag('P', () => {
        this.#text(label, 'Helvetica', 9.5, quiet, { width: labelWidth - 10 }, margin, top);
        this.#text(
          value,
          'Helvetica',
          9.5,
          ink,
          { width: this.#width - labelWidth },
          margin + labelWidth,
          top,
        );
      });
      document.y = top + height + 6;
    }
    this.#rule();
    document.moveDown(0.6);
  }

  section(heading: string, paragraphs: readonly string[]): void {
    this.#keepTogether(52); // a heading never stands alone at the foot of a page
    this.#tag('H2', () => this.#text(heading, 'Helvetica-Bold', 11.5, ink));
    this.#document.moveDown(0.3);
    for (const paragraph of paragraphs) {
      this.#tag('P', () => this.#text(paragraph, 'Times-Roman', 10.5, ink, { lineGap: 2.5 }));
      this.#document.moveDown(0.5);
    }
    this.#document.moveDown(0.5);
  }

  signature(signedName: string, signedAt: Date, version: number, textHash: string): void {
    const document = this.#document;
    this.#keepTogether(170);
    document.moveDown(0.8);
    this.#tag('H2', () => this.#text('Signed electronically by', 'Helvetica', 9.5, quiet));
    document.moveDown(0.5);
    this.#tag('P', () => this.#text(signedName, 'Times-Italic', 24, ink));
    this.#rule();
    const when = `${chicagoTime.format(signedAt)} (${signedAt.toISOString()})`;
    for (const line of [when, `Agreement version ${version}`]) {
      this.#tag('P', () => this.#text(line, 'Helvetica', 9.5, ink, { lineGap: 3 }));
    }
    if (printableText(signedName) !== signedName) {
      const note = `The name is shown in Latin letters. As typed, in Unicode: ${codePoints(signedName)}`;
      this.#tag('P', () => this.#text(note, 'Helvetica', 8.5, quiet, { lineGap: 3 }));
    }
    document.moveDown(0.8);
    this.#tag('P', () =>
      this.#text("SHA-256 of the agreement's text", 'Helvetica', 8.5, quiet, { lineGap: 3 }),
    );
    this.#tag('P', () => this.#text(textHash, 'Courier', 8.5, ink));
  }

  /** Numbers the pages, now that they can be counted, and ends the document. */
  finish(name: string): void {
    const document = this.#document;
    this.#root.end();
    const { start, count } = document.bufferedPageRange();
    for (let index = start; index < start + count; index++) {
      document.switchToPage(index);
      const bottom = document.page.height - margin + 4;
      document.page.margins.bottom = 0; // else writing below the text would start another page
      document.markContent('Artifact', { type: 'Pagination' });
      const options = { width: this.#width, lineBreak: false };
      this.#text(name, 'Helvetica', 8, quiet, options, margin, bottom);
      this.#text(
        `Page ${index + 1} of ${count}`,
        'Helvetica',
        8,
        quiet,
        { ...options, align: 'right' },
        margin,
        bottom,
      );
      document.endMarkedContent();
    }
    document.end();
  }

  #tag(tag: string, draw: () => void): void {
    this.#root.add(this.#document.struct(tag, {}, draw));
  }

  #text(
    text: string,
    font: string,
    size: number,
    colour: string,
    options: PDFKit.Mixins.TextOptions = {},
    x = margin,
    y = this.#document.y,
  ): void {
    this.#document
      .font(font, size)
      .fillColor(colour)
      .text(printableText(text), x, y, { width: this.#width, ...options });
  }

  #rule(): void {
    const y = this.#document.y + 2;
    this.#document.markContent('Artifact', { type: 'Layout' });
    this.#document
      .moveTo(margin, y)
      .lineTo(margin + this.#width, y)
      .lineWidth(0.6)
      .strokeColor(hairline)
      .stroke();
    this.#document.endMarkedContent();
    this.#document.y = y + 8;
  }

  #keepTogether(height: number): void {
    const { page } = this.#document;
    if (this.#document.y + height > page.height - page.margins.bottom) this.#document.addPage();
  }
}
