const daysTo1904 = 1462;
const latestSerial = 2_958_465; // 9999-12-31
const millisecondsADay = 86_400_000;

/** Returns a cell's number as digits without exponent, with Excel's 15 digits: 1e6 → "1000000". */
export function plainNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  return Number.isInteger(rounded) ? String(BigInt(rounded)) : rounded.toFixed(20).replace(/\.?0+$/, '');
}

/**
 * Converts a spreadsheet serial to "2026-03-09", "2026-03-09T18:30:00", or "18:30:00"; undefined if it is no date
 * (ECMA-376 part 1, 18.17.4: day 1 is 1900-01-01, including the nonexistent 1900-02-29; or day 0 is 1904-01-01).
 */
export function dateFromSerial(serial: number, from1904: boolean): string | undefined {
  const shifted = from1904 ? serial + daysTo1904 : serial;
  if (!(shifted >= 0) || shifted >= latestSerial + 1) return undefined;
  const day = Math.floor(shifted);
  const seconds = Math.round((shifted - day) * 86_400);
  const sinceFirst = shifted < 60 ? day + 1 : day;
  const iso = new Date(Date.UTC(1899, 11, 30) + sinceFirst * millisecondsADay + seconds * 1000).toISOString();
  if (day === 0 && !from1904) return iso.slice(11, 19);
  return iso.slice(0, iso.includes('T00:00:00') ? 10 : 19);
}

/** Reports whether a number format is a date or time; built-in IDs by ECMA-376 part 1, 18.8.30. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) {
    return (
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    );
  }
  const format = code.replace(/"[^"]*"|\\.|[_*].|\[[^\]]*\]/g, '').split(';')[0] ?? '';
  return /[ymdhs]/i.test(format) && !/general/i.test(format);
}
