// pdfkit has no types for these parts; @types/pdfkit covers its main entry only.
declare module 'pdfkit/standard-fonts/*' {
  const font: { readonly name: string };
  export default font;
}

declare module 'pdfkit/output' {
  export function toBytes(document: PDFKit.PDFDocument): Promise<Uint8Array>;
}

declare module '*/pdfkit/js/pdfkit.browser.mjs' {
  export { default as PDFDocument } from 'pdfkit';
  export function registerStdFonts(...fonts: { readonly name: string }[]): void;
}

declare namespace PDFKit.Mixins {
  interface StructureElementOptions {
    scope?: 'Row' | 'Column';
  }
}
