/** Maximum file size in bytes; the message begins as specified (spec 2 §5). */
export const maxUploadBytes = 25_600;
export const fileTooLarge =
  'File size exceeds the limit of 25KB. Keep only the columns of the template, or split the rows into several files.';
export const notAWorkbook =
  'Choose a file that ends in .xlsx. Open your file in Excel or another spreadsheet program and save it as .xlsx.';
