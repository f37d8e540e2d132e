/** The largest employees file, in bytes, and the sentence for a larger one (spec 2 §5). */
export const largestUpload = 25_600;
export const fileTooLarge = 'File size exceeds the limit of 25KB';
