import { SaxesParser } from 'saxes';
import { Refusal } from '../../../shared/refusal.ts';
import { refuseDamaged } from './refuse-file.ts';

/** Receives the events of an XML document in order. A path consists of local names: "worksheet/sheetData/row". */
export interface XmlListener {
  open?: (path: string, attributes: Record<string, string>) => void;
  text?: (path: string, text: string) => void;
  close?: (path: string) => void;
}

const deepest = 64;
const mostAttributes = 200;

/**
 * Parses one XML part of a workbook in one pass, by local names (prefixes differ between writers). Throws for malformed
 * XML, document types (and thus declared entities), unknown entities, deep nesting, and hundreds of attributes.
 */
export function readXml(bytes: Uint8Array, listener: XmlListener): void {
  const parser = new SaxesParser();
  const paths: string[] = [];
  let attributes = 0;
  parser.on('error', refuseDamaged);
  parser.on('doctype', refuseDamaged);
  parser.on('opentagstart', ({ name }) => {
    const parent = paths.at(-1);
    if (paths.push(parent === undefined ? localName(name) : `${parent}/${localName(name)}`) > deepest)
      refuseDamaged();
    attributes = 0;
  });
  parser.on('attribute', () => {
    if (++attributes > mostAttributes) refuseDamaged();
  });
  parser.on('opentag', (tag) => listener.open?.(paths.at(-1) ?? '', localNames(tag.attributes)));
  const hear = (text: string) => {
    const path = paths.at(-1);
    if (path !== undefined) listener.text?.(path, text);
  };
  parser.on('text', hear);
  parser.on('cdata', hear);
  parser.on('closetag', () => {
    const path = paths.pop() ?? '';
    listener.close?.(path);
  });
  try {
    parser.write(decode(bytes)).close();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    refuseDamaged();
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

function localNames(attributes: Record<string, string>): Record<string, string> {
  const named = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(attributes))
    if (!name.startsWith('xmlns')) named[localName(name)] ??= value;
  return named;
}

function decode(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return refuseDamaged();
  }
}
