import { readFileSync } from 'node:fs';

/** Parses JSON of a known shape. */
export const parseJson = <Shape>(text: string): Shape => JSON.parse(text);

/** Parses a JSON file of a known shape. */
export const readJson = <Shape>(path: string): Shape => parseJson(readFileSync(path, 'utf8'));
