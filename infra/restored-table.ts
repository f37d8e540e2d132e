/** Returns the end of the name of a restored table; `time` as `20261120T080000Z`. */
export const restoredSuffix = (time: string): string => `-restored-${time}`;
