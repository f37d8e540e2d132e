// pdfkit ships these parts without types; @types/pdfkit knows only its main entry.
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
