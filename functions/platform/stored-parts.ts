import * as z from 'zod';
import { sha256 } from './digest.ts';
import { getFile, putFile } from './files.ts';

export const storeJson = (name: string, value: unknown): Promise<void> =>
  putFile('files', name, JSON.stringify(value), 'application/json');

/** Stores a value under the hash of its JSON, so a repeated or late step overwrites nothing. Returns the hash. */
export async function storeJsonByHash(name: (hash: string) => string, value: unknown): Promise<string> {
  const hash = sha256(JSON.stringify(value));
  await storeJson(name(hash), value);
  return hash;
}

/** Returns the value of a JSON file; undefined if there is none. */
export async function findJson<Value>(name: string, schema: z.ZodType<Value>): Promise<Value | undefined> {
  const bytes = await getFile('files', name);
  return bytes && schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}

/** Returns the value of a JSON file. Throws if there is none. */
export async function loadJson<Value>(name: string, schema: z.ZodType<Value>): Promise<Value> {
  const value = await findJson(name, schema);
  if (value === undefined) throw new Error(`file ${name} is missing`);
  return value;
}

/** Rows of a job stored as numbered files; many rows exceed the size of a table item. */
export interface StoredParts<Row> {
  /** Returns the object name of a part. */
  name: (jobId: string, part: number) => string;
  rowsInPart: number;
  row: z.ZodType<Row>;
  /** Encrypts the text of a part under its object name. */
  seal?: (text: string, name: string) => Promise<unknown>;
}

/** Stores all rows in parts. A repeated call replaces the same files. */
export async function storeParts<Row>(
  { name, rowsInPart, seal }: StoredParts<Row>,
  jobId: string,
  rows: readonly Row[],
): Promise<void> {
  const parts = Array.from({ length: Math.ceil(rows.length / rowsInPart) }, (_, part) => part);
  await Promise.all(
    parts.map(async (part) => {
      const file = name(jobId, part);
      const rowsOfPart = rows.slice(part * rowsInPart, (part + 1) * rowsInPart);
      await storeJson(file, seal ? await seal(JSON.stringify(rowsOfPart), file) : rowsOfPart);
    }),
  );
}

/**
 * Returns the rows from a zero-based position to the end of its part. Throws if the part is missing.
 *
 * @param open decrypts a sealed part; only workers pass it, because uploading handlers may not decrypt
 */
export async function loadPartFrom<Row>(
  { name, rowsInPart, row }: StoredParts<Row>,
  jobId: string,
  start: number,
  open?: (sealed: unknown, name: string) => Promise<string>,
): Promise<Row[]> {
  const file = name(jobId, Math.floor(start / rowsInPart));
  const content = await loadJson(file, z.unknown());
  const rows = z.array(row).parse(open ? JSON.parse(await open(content, file)) : content);
  return rows.slice(start % rowsInPart);
}
