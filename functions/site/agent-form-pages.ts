import { PDFDocument, registerPdfFonts } from '../platform/pdf-document.ts';
import type { AgentFormChoice, AgentFormField, AgentFormPart } from './agent-form-words.ts';

const ink = '#1b231f';
const quiet = '#5c594f';
const evergreen = '#14563e';
const margin = 54;
const gap = 14;
const box = 12;

/** pdfkit writes a String object as text, and a primitive string as a name. */
const words = (text: string): unknown => Object(text);

/** Adds field labels for screen readers and structure tags for fields, which pdfkit does not support. */
export class FormDocument extends PDFDocument {
  widget: Record<string, unknown> = {};

  override annotate(x: number, y: number, w: number, h: number, options: object): this {
    return super.annotate(x, y, w, h, { ...options, ...this.widget });
  }
}

export class AgentFormPages {
  readonly #document: FormDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #width: number;
  readonly #marks: { on: unknown; off: unknown };

  constructor(document: FormDocument) {
    this.#document = document;
    this.#root = document.struct('Document');
    this.#width = document.page.width - 2 * margin;
    document.addStructure(this.#root);
    document.font('Helvetica-Bold').initForm();
    registerPdfFonts(document);
    this.#marks = { on: this.#mark(`1.6 w 2.6 6.2 m 5 3.4 l 9.6 9.4 l S`), off: this.#mark('') };
  }

  title(title: string, paragraphs: readonly string[]): void {
    this.#write('P', 'WELLPORT', 'Bold', 9, evergreen, 8);
    this.#write('H1', title, 'Bold', 20, ink, 8);
    for (const paragraph of paragraphs) this.#write('P', paragraph, 'Regular', 9.5, ink, 6);
  }

  part({ heading, paragraphs = [], choices = [], fields = [] }: AgentFormPart): void {
    // keep a heading with its first field, and all choices on one page
    this.#keepTogether(choices.length > 0 ? 56 + choices.length * 18 : fields.length > 0 ? 96 : 60);
    this.#document.y += 8;
    this.#write('H2', heading, 'Bold', 12, evergreen, 5);
    for (const paragraph of paragraphs) this.#write('P', paragraph, 'Regular', 9.5, ink, 6);
    for (const choice of choices) this.#choice(choice);
    this.#fields(fields);
  }

  finish(name: string): void {
    const document = this.#document;
    this.#root.end();
    const { start, count } = document.bufferedPageRange();
    for (let index = start; index < start + count; index++) {
      document.switchToPage(index);
      const y = document.page.height - margin + 10;
      document.page.margins.bottom = 0; // otherwise text below the margin starts a new page
      this.#artifact('Pagination', () => {
        document.font('Regular', 8).fillColor(quiet);
        document.text(name, margin, y, { width: this.#width, lineBreak: false });
        const pages = `Page ${index + 1} of ${count}`;
        document.text(pages, margin, y, { width: this.#width, lineBreak: false, align: 'right' });
      });
    }
    document.end();
  }

  #fields(fields: readonly AgentFormField[]): void {
    let beside: { top: number; bottom: number } | undefined;
    for (const [index, field] of fields.entries()) {
      const height = field.tall ? 30 : 21;
      const width = field.half ? (this.#width - gap) / 2 : this.#width;
      if (!beside) this.#keepTogether(height + 24);
      const top = beside?.top ?? this.#document.y;
      const x = beside ? margin + width + gap : margin;
      const bottom = this.#field(field, x, top, width, height);
      const next = fields[index + 1];
      beside = !beside && field.half && next?.half ? { top, bottom } : undefined;
      this.#document.y = beside ? top : bottom;
    }
  }

  #field(field: AgentFormField, x: number, y: number, width: number, height: number): number {
    const document = this.#document;
    this.#tag('P', () => document.font('Regular', 8.5).fillColor(quiet).text(field.label, x, y, { width }));
    const top = document.y + 1;
    this.#outline(x, top, width, height);
    this.#widget(field.label, {}, () =>
      document.formText(field.name, x + 2, top + 1, width - 4, height - 2, {
        fontSize: 10,
        required: !field.optional,
      }),
    );
    return top + height + 7;
  }

  #choice({ name, label }: AgentFormChoice): void {
    const document = this.#document;
    this.#keepTogether(20);
    const top = document.y;
    const { on, off } = this.#marks;
    this.#outline(margin, top, box, box);
    this.#widget(label, { AP: { N: { Yes: on, Off: off } }, AS: 'Off', V: 'Off' }, () =>
      document.formCheckbox(name, margin, top, box, box),
    );
    this.#tag('P', () =>
      document
        .font('Regular', 9.5)
        .fillColor(ink)
        .text(label, margin + box + 8, top + 1.5, { width: this.#width - box - 8 }),
    );
    document.y = Math.max(document.y, top + box) + 5;
  }

  /** Gives the widget an accessible label and its own structure tag. */
  #widget(label: string, look: Record<string, unknown>, draw: () => void): void {
    const structParent = this.#document.struct('Form');
    this.#root.add(structParent);
    this.#document.font('Helvetica', 10);
    this.#document.widget = { TU: words(label), structParent, ...look };
    draw();
    this.#document.widget = {};
    structParent.end();
  }

  #mark(drawing: string): unknown {
    const mark = this.#document.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, box, box] });
    mark.end(drawing);
    return mark;
  }

  #outline(x: number, y: number, width: number, height: number): void {
    this.#artifact('Layout', () =>
      this.#document.roundedRect(x, y, width, height, 2).lineWidth(0.7).strokeColor('#8a8475').stroke(),
    );
  }

  #artifact(type: 'Layout' | 'Pagination', draw: () => void): void {
    this.#document.markContent('Artifact', { type });
    draw();
    this.#document.endMarkedContent();
  }

  #write(tag: string, text: string, font: string, size: number, color: string, after: number): void {
    const document = this.#document;
    const options = { width: this.#width, lineGap: 1.5 };
    document.font(font, size).fillColor(color);
    this.#keepTogether(document.heightOfString(text, options));
    this.#tag(tag, () => document.text(text, margin, document.y, options));
    document.y += after;
  }

  #tag(tag: string, draw: () => void): void {
    this.#root.add(this.#document.struct(tag, {}, draw));
  }

  #keepTogether(height: number): void {
    const { page } = this.#document;
    if (this.#document.y + height > page.height - page.margins.bottom) this.#document.addPage();
  }
}
