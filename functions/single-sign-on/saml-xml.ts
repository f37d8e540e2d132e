import { SaxesParser } from 'saxes';
import { Refusal } from '../../shared/refusal.ts';

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
};
type Namespace = keyof typeof namespaces;

export interface XmlElement {
  /** Local name. */
  name: string;
  namespace: string;
  /** By local names, without namespace declarations. */
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Text of the element itself, without its children's. */
  text: string;
}

const deepest = 32;
const mostElements = 20_000;
const mostAttributes = 50;

/** Refuses a configuration or response; the message names what the IT department must change. */
export function refuse(message: string): never {
  throw new Refusal('invalid', message);
}

/**
 * Parses a SAML document. Throws a Refusal for malformed XML, document types (and thus declared entities), undeclared
 * entities, comments, processing instructions, and unusual size.
 *
 * @param subject begins the messages: "The metadata"
 */
export function parseXml(text: string, subject: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  parser.on('error', ({ message }) => refuse(`${subject} is not well-formed XML: ${message}`));
  parser.on('doctype', () => refuse(`${subject} contains a document type (DOCTYPE). Remove it.`));
  parser.on('comment', () => refuse(`${subject} contains a comment. Remove it.`));
  parser.on('processinginstruction', () =>
    refuse(`${subject} contains a processing instruction. Remove it.`),
  );
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (
      open.length >= deepest ||
      ++elements > mostElements ||
      Object.keys(attributes).length > mostAttributes
    )
      refuse(`${subject} is larger or nested more deeply than a provider's.`);
    const element: XmlElement = {
      name: local,
      namespace: uri,
      attributes: Object.fromEntries(
        Object.values(attributes)
          .filter(({ name }) => name !== 'xmlns' && !name.startsWith('xmlns:'))
          .map((attribute) => [attribute.local, attribute.value]),
      ),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (part: string) => {
    const element = open.at(-1);
    if (element) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return root ?? refuse(`${subject} is empty.`);
}

export const isElement = (element: XmlElement, namespace: Namespace, name: string): boolean =>
  element.name === name && element.namespace === namespaces[namespace];

export const childrenOf = (parent: XmlElement, namespace: Namespace, name: string): XmlElement[] =>
  parent.children.filter((child) => isElement(child, namespace, name));

/** Returns the only child of a name; undefined for none or several. */
export function onlyChild(
  parent: XmlElement | undefined,
  namespace: Namespace,
  name: string,
): XmlElement | undefined {
  const [first, ...others] = parent ? childrenOf(parent, namespace, name) : [];
  return others.length === 0 ? first : undefined;
}

/** Returns the element and its descendants. */
export const withDescendants = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(withDescendants),
];
