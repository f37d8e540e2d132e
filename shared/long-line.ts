/** The maximum characters per line of an uploaded file, more than any bank or spreadsheet writes. */
const longestLine = 100_000;

const [lineFeed, carriageReturn, quote] = [10, 13, 34];

/**
 * Returns the number of the first line longer than `longestLine`, before the text is split or parsed. With a separator,
 * line breaks in quoted fields do not end a line, and a line's number is that of its first physical line.
 */
export function findLongLine(text: string, separator?: string): number | undefined {
  const separatorCode = separator?.charCodeAt(0);
  let [line, first, start, isQuoted] = [1, 1, 0, false];
  let isFieldStart = true;
  for (let index = 0; index < text.length; index += 1) {
    if (index - start >= longestLine && !isLineEnd(text.charCodeAt(index))) return first;
    const code = text.charCodeAt(index);
    if (isLineEnd(code)) {
      if (code === carriageReturn && text.charCodeAt(index + 1) === lineFeed) continue;
      line += 1;
      if (isQuoted) continue;
      [first, start, isFieldStart] = [line, index + 1, true];
    } else if (separatorCode !== undefined && code === quote && (isQuoted || isFieldStart)) {
      isQuoted = !isQuoted;
      // a doubled quote in a quoted field reopens it
      isFieldStart = !isQuoted;
    } else isFieldStart = code === separatorCode && !isQuoted;
  }
  return undefined;
}

const isLineEnd = (code: number): boolean => code === lineFeed || code === carriageReturn;

export const longLineMessage = (line: number): string =>
  `Line ${line} has more than ${longestLine.toLocaleString('en-US')} characters. Check the line ends of the file and try again.`;
