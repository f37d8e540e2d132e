import { refuseDamaged } from './refuse-file.ts';

/** Hears an XML document in order. A path is made of local names: "worksheet/sheetData/row". */
export interface XmlListener {
  open?: (path: string, attributes: Record<string, string>) => void;
  text?: (path: string, text: string) => void;
  close?: (path: string) => void;
}

const deepest = 64;
const mostAttributes = 200;
const noAttributes: Record<string, string> = Object.freeze(Object.create(null));
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads one XML part of a workbook in one pass, by local names (prefixes differ between writers).
 * Refuses document types and with them every declared entity, unknown entities, deep nesting, and tags that
 * do not match.
 */
export function readXml(bytes: Uint8Array, listener: XmlListener): void {
  const xml = decode(bytes);
  const startTag = /<([^\s/>=<&]+)/y;
  const attribute = /\s+([^\s/>=<&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
  const tagEnd = /\s*(\/?)>/y;
  const paths: string[] = [];
  const names: string[] = [];
  let roots = 0;
  let at = 0;

  const skipTo = (mark: string, from: number) => {
    const found = xml.indexOf(mark, from);
    return found < 0 ? refuseDamaged() : found;
  };
  const hear = (text: string) => {
    const path = paths.at(-1);
    if (path !== undefined) listener.text?.(path, text);
    else if (text.trim() !== '') refuseDamaged();
  };

  while (at < xml.length) {
    const found = xml.indexOf('<', at);
    const next = found < 0 ? xml.length : found;
    if (next > at) hear(plainText(xml.slice(at, next)));
    at = next;
    if (at >= xml.length) break;
    if (xml.startsWith('<?', at)) at = skipTo('?>', at) + 2;
    else if (xml.startsWith('<!--', at)) at = skipTo('-->', at + 4) + 3;
    else if (xml.startsWith('<![CDATA[', at)) {
      const end = skipTo(']]>', at);
      hear(xml.slice(at + 9, end));
      at = end + 3;
    } else if (xml.startsWith('<!', at)) refuseDamaged();
    else if (xml.startsWith('</', at)) {
      const end = skipTo('>', at);
      const path = paths.pop();
      if (path === undefined || names.pop() !== xml.slice(at + 2, end).trimEnd()) refuseDamaged();
      listener.close?.(path);
      at = end + 1;
    } else {
      startTag.lastIndex = at;
      const name = startTag.exec(xml)?.[1] ?? refuseDamaged();
      let attributes = noAttributes;
      attribute.lastIndex = startTag.lastIndex;
      tagEnd.lastIndex = startTag.lastIndex;
      let count = 0;
      for (let pair = attribute.exec(xml); pair; pair = attribute.exec(xml)) {
        if (++count > mostAttributes) refuseDamaged();
        if (count === 1) attributes = Object.create(null) as Record<string, string>;
        const [, key = '', doubled, single = ''] = pair;
        if (!key.startsWith('xmlns')) attributes[localName(key)] ??= plainText(doubled ?? single);
        tagEnd.lastIndex = attribute.lastIndex;
      }
      const end = tagEnd.exec(xml) ?? refuseDamaged();
      const parent = paths.at(-1);
      if (parent === undefined && ++roots > 1) refuseDamaged();
      const path = parent === undefined ? localName(name) : `${parent}/${localName(name)}`;
      listener.open?.(path, attributes);
      if (end[1]) listener.close?.(path);
      else if (paths.push(path) > deepest) refuseDamaged();
      else names.push(name);
      at = tagEnd.lastIndex;
    }
  }
  if (paths.length > 0 || roots === 0) refuseDamaged();
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

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

function plainText(text: string): string {
  if (!text.includes('&')) return text;
  if (/&(?![^;&\s]{1,10};)/.test(text)) refuseDamaged();
  return text.replace(/&([^;&\s]{1,10});/g, (_, name: string) => {
    const known = entities[name];
    if (known !== undefined) return known;
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? refuseDamaged();
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : refuseDamaged();
  });
}
