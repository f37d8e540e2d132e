/** The largest file of rows in bytes: a Lambda function is handed at most 6 MB, and a file arrives a third larger. */
export const largestUpload = 4 * 1_048_576;

/** The sentence about a file above it. @param how how to split it: 'by state' */
export const uploadTooLarge = (how: string): string =>
  `This file is larger than 4 MB. Split it, for example ${how}.`;
