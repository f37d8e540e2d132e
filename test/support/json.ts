import { readFileSync } from 'node:fs';

export const parseJson = <Shape>(text: string): Shape => JSON.parse(text);

export const readJson = <Shape>(path: string): Shape => parseJson(readFileSync(path, 'utf8'));
