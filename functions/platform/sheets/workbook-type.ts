/** The media type of an .xlsx file. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
