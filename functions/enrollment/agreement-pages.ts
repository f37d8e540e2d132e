import type { AgreementSection } from '../../shared/enrollment/earlier-agreements.ts';
import { escapeHtml } from '../platform/email.ts';
import type { PdfFont } from '../platform/pdf-document.ts';
import { codePoints, printableText } from '../platform/printable-text.ts';
import type { Layout } from './agreement-seal.ts';

/** Returns an agreement's sections as HTML of headings and paragraphs, with escaped text. */
export const policyHtml = (sections: readonly AgreementSection[]): string =>
  sections
    .map(({ heading, paragraphs }) =>
      [`<h3>${escapeHtml(heading)}</h3>`, ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`)].join(''),
    )
    .join('');

const chicagoTime = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  dateStyle: 'long',
  timeStyle: 'long',
});

/** "March 9, 2026 at 1:30:00 PM CDT (2026-03-09T18:30:00.000Z)". */
export const momentText = (at: Date): string => `${chicagoTime.format(at)} (${at.toISOString()})`;

const ink = '#1b2430';
const quiet = '#5a6573';
const hairline = '#c9d0d8';
const labelWidth = 130;
const [bodySize, bodyGap] = [9, 2];

/** Returns the note below a signature with letters that the fonts lack; empty otherwise. */
const noteOn = (signedName: string): string =>
  printableText(signedName) === signedName
    ? ''
    : `Letters that the font lacks are shown as code points. As typed, in Unicode: ${codePoints(signedName)}`;

/** Draws the parts of an agreement in sequence, each with its accessibility tag. */
export class AgreementPages {
  readonly #document: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #width: number;
  readonly #margin: number;
  readonly #scale: number;

  constructor(document: PDFKit.PDFDocument, { margin, scale }: Layout) {
    this.#document = document;
    this.#margin = margin;
    this.#scale = scale;
    this.#root = document.struct('Document');
    this.#width = document.page.width - 2 * margin;
    document.addStructure(this.#root);
  }

  title(title: string, version: string): void {
    this.#tag('P', () => this.#text('Wellport', 'Bold', 9, quiet, { characterSpacing: 1.2 }));
    this.#document.moveDown(0.6);
    this.#tag('H1', () => this.#text(title, 'Bold', 21, ink, { lineGap: 2 }));
    this.#tag('P', () => this.#text(version, 'Regular', 10, quiet));
    this.#document.moveDown(1.2);
  }

  /** Draws a table of labels and values. */
  details(details: readonly [string, string][]): void {
    const document = this.#document;
    const table = document.struct('Table');
    this.#root.add(table);
    this.#rule();
    for (const [label, value] of details) {
      const width = this.#width - labelWidth;
      const height = document
        .font('Regular', 9.5 * this.#scale)
        .heightOfString(printableText(value), { width });
      this.#keepTogether(height + 6);
      const [top, row] = [document.y, document.struct('TR')];
      table.add(row);
      const heading = () =>
        this.#text(label, 'Regular', 9.5, quiet, { width: labelWidth - 10 }, this.#margin, top);
      const content = () => this.#text(value, 'Regular', 9.5, ink, { width }, this.#margin + labelWidth, top);
      row.add(document.struct('TH', { scope: 'Row' }, heading));
      row.add(document.struct('TD', {}, content));
      row.end();
      document.y = top + height + 6;
    }
    table.end();
    this.#rule();
    document.moveDown(0.6);
  }

  /** Draws a section; with `signedName`, the signature follows and moves to the next page with the section. */
  section(heading: string, paragraphs: readonly string[], signedName?: string): void {
    // prevents a heading at the bottom of a page without text
    this.#keepTogether(
      signedName === undefined
        ? 52 * this.#scale
        : this.#heightOf(paragraphs) + this.#signatureHeight(signedName),
    );
    this.#tag('H2', () => this.#text(heading, 'Bold', 11.5, ink));
    this.#document.moveDown(0.3);
    for (const paragraph of paragraphs) {
      this.#tag('P', () => this.#text(paragraph, 'Regular', bodySize, ink, { lineGap: bodyGap }));
      this.#document.moveDown(0.5);
    }
    this.#document.moveDown(0.5);
  }

  signature(signedName: string, signedAt: Date, version: number, hash: string): void {
    const document = this.#document;
    document.moveDown(0.8);
    this.#tag('H2', () => this.#text('Signed electronically by', 'Regular', 9.5, quiet));
    document.moveDown(0.5);
    this.#tag('P', () => this.#text(signedName, 'Italic', 20, ink));
    this.#rule();
    for (const line of [momentText(signedAt), `Agreement version ${version}`]) {
      this.#tag('P', () => this.#text(line, 'Regular', 9.5, ink, { lineGap: 3 }));
    }
    const note = noteOn(signedName);
    if (note) this.#tag('P', () => this.#text(note, 'Regular', 8.5, quiet, { lineGap: 3 }));
    document.moveDown(0.8);
    this.#tag('P', () => this.#text('SHA-256 of all of the above', 'Regular', 8.5, quiet, { lineGap: 3 }));
    this.#tag('P', () => this.#text(hash, 'Regular', 8.5, ink));
  }

  /** Numbers the pages and ends the document. */
  finish(name: string): void {
    const document = this.#document;
    this.#root.end();
    const { start, count } = document.bufferedPageRange();
    for (let index = start; index < start + count; index++) {
      document.switchToPage(index);
      const bottom = document.page.height - this.#margin + 4;
      document.page.margins.bottom = 0; // writing below the text would start another page
      document.markContent('Artifact', { type: 'Pagination' });
      const options = { width: this.#width, lineBreak: false };
      this.#text(name, 'Regular', 8, quiet, options, this.#margin, bottom);
      this.#text(
        `Page ${index + 1} of ${count}`,
        'Regular',
        8,
        quiet,
        { ...options, align: 'right' },
        this.#margin,
        bottom,
      );
      document.endMarkedContent();
    }
    document.end();
  }

  #signatureHeight(signedName: string): number {
    const scale = this.#scale;
    const options = { width: this.#width, lineGap: 3 * scale };
    const document = this.#document.font('Italic', 20 * scale);
    const name = document.heightOfString(printableText(signedName), options);
    const note = noteOn(signedName);
    return (
      110 * scale + name + (note ? document.font('Regular', 8.5 * scale).heightOfString(note, options) : 0)
    );
  }

  /** Returns the height of a section: its paragraphs with spacing, and its heading. */
  #heightOf(paragraphs: readonly string[]): number {
    const options = { width: this.#width, lineGap: bodyGap * this.#scale };
    const heights = paragraphs.map((paragraph) =>
      this.#document
        .font('Regular', bodySize * this.#scale)
        .heightOfString(printableText(paragraph), options),
    );
    return heights.reduce((sum, height) => sum + height + 7 * this.#scale, 30 * this.#scale);
  }

  #tag(tag: string, draw: () => void): void {
    this.#root.add(this.#document.struct(tag, {}, draw));
  }

  #text(
    text: string,
    font: PdfFont,
    size: number,
    color: string,
    options: PDFKit.Mixins.TextOptions = {},
    x = this.#margin,
    y = this.#document.y,
  ): void {
    this.#document
      .font(font, size * this.#scale)
      .fillColor(color)
      .text(printableText(text), x, y, {
        width: this.#width,
        ...options,
        lineGap: (options.lineGap ?? 0) * this.#scale,
      });
  }

  #rule(): void {
    const y = this.#document.y + 2;
    this.#document.markContent('Artifact', { type: 'Layout' });
    this.#document
      .moveTo(this.#margin, y)
      .lineTo(this.#margin + this.#width, y)
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
