/** The media type of an .xlsx file. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const pdfType = 'application/pdf';
export const csvType = 'text/csv';
export const textType = 'text/plain';
export const zipType = 'application/zip';
export const passType = 'application/vnd.apple.pkpass';
