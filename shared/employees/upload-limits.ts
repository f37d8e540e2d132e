/** Maximum file size in bytes; the message begins as specified (spec 2 §5). */
export const maxUploadBytes = 25_600;
export const fileTooLarge =
  'File size exceeds the limit of 25KB. Select “Import a large file”, or keep only the columns of the template.';
export const notAWorkbook =
  'Choose a file that ends in .xlsx. Open your file in Excel or another spreadsheet program and save it as .xlsx.';

/** Limits of imported files; parts fit into a request (AWS Lambda accepts 6 MB, and base64 encoding adds a third). */
export const maxImportBytes = 20 * 1_048_576;
export const importPartBytes = 2 * 1_048_576;
export const mostImportParts = maxImportBytes / importPartBytes;
export const importTooLarge = 'This file is larger than 20 MB. Split the rows into several files.';
