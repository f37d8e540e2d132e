/** The maximum upload in bytes: Lambda accepts 6 MB, and base64 encoding adds a third. */
export const largestUpload = 4 * 1_048_576;

/** Returns the error for a larger file. @param how how to split it: 'by state' */
export const uploadTooLarge = (how: string): string =>
  `This file is larger than 4 MB. Split it, for example ${how}.`;

/** The media type of an .xlsx file. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const pdfType = 'application/pdf';
export const csvType = 'text/csv';
export const textType = 'text/plain';
export const zipType = 'application/zip';
export const passType = 'application/vnd.apple.pkpass';
