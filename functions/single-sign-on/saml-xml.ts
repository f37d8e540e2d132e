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

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => marks[mark] ?? mark);

export const isElement = (element: XmlElement, namespace: Namespace, name: string): boolean =>
  element.name === name && element.namespace === namespaces[namespace];

export const childrenOf = (parent: XmlElement, namespace: Namespace, name: string): XmlElement[] =>
  parent.children.filter((child) => isElement(child, namespace, name));

export function onlyChild(
  parent: XmlElement | undefined,
  namespace: Namespace,
  name: string,
): XmlElement | undefined {
  const [first, ...others] = parent ? childrenOf(parent, namespace, name) : [];
  return others.length === 0 ? first : undefined;
}

export const withDescendants = (element: XmlElement): XmlElement[] => [
  element,
  ...element.children.flatMap(withDescendants),
];

/**
 * Returns the only assertion. The allow list of elements excludes every form of signature wrapping: one assertion, each
 * signature directly in the element that it signs, no second element with the same ID, and no ds:Object.
 */
export function requireStructure(response: XmlElement): XmlElement {
  const elements = withDescendants(response);
  if (elements.some(({ name }) => name.startsWith('Encrypted')))
    refuse(
      'The assertion is encrypted. Turn off the encryption of assertions at the provider; HTTPS protects it.',
    );
  const assertions = elements.filter(({ name }) => name === 'Assertion');
  const [assertion] = childrenOf(response, 'assertion', 'Assertion');
  if (!assertion) refuse('The SAML response contains no assertion.');
  if (assertions.length > 1) refuse('The SAML response contains several assertions.');
  const ids = elements.flatMap(({ attributes: { ID, Id, id } }) =>
    [ID, Id, id].filter((value) => value !== undefined),
  );
  if (new Set(ids).size < ids.length) refuse('Two elements of the SAML response have the same ID.');
  const allowed = new Set(
    [response, assertion].flatMap((parent) => {
      const signatures = childrenOf(parent, 'signature', 'Signature');
      for (const signature of signatures) requireSignature(signature, parent);
      return signatures.length > 1 ? refuse('An element of the SAML response is signed twice.') : signatures;
    }),
  );
  if (elements.some((element) => element.name === 'Signature' && !allowed.has(element)))
    refuse('A signature of the SAML response is not in the element that it signs.');
  if (childrenOf(assertion, 'signature', 'Signature').length === 0)
    refuse(
      'The assertion is not signed. Turn on the signing of assertions at the provider; at Google, turn off "Signed response".',
    );
  return assertion;
}

const signatureMethods = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
]);
const digestMethods = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
const canonicalization = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const transforms = new Set([canonicalization, 'http://www.w3.org/2000/09/xmldsig#enveloped-signature']);

function requireSignature(signature: XmlElement, signed: XmlElement): void {
  const algorithm = (element: XmlElement | undefined) => element?.attributes.Algorithm ?? 'none';
  const info = onlyChild(signature, 'signature', 'SignedInfo');
  const reference = onlyChild(info, 'signature', 'Reference');
  const method = algorithm(onlyChild(info, 'signature', 'SignatureMethod'));
  const digest = algorithm(onlyChild(reference, 'signature', 'DigestMethod'));
  if (!signatureMethods.has(method) || !digestMethods.has(digest))
    refuse(
      `The signature uses the algorithm ${(signatureMethods.has(method) ? digest : method).replace(/^.*#/, '').slice(0, 40)}. Select SHA-256 with RSA at the provider.`,
    );
  if (!signed.attributes.ID || reference?.attributes.URI !== `#${signed.attributes.ID}`)
    refuse('A signature of the SAML response refers to another element than the one that contains it.');
  const steps = onlyChild(reference, 'signature', 'Transforms')?.children ?? [];
  const isPermittedForm =
    algorithm(onlyChild(info, 'signature', 'CanonicalizationMethod')) === canonicalization &&
    steps.every((step) => transforms.has(algorithm(step))) &&
    signature.children.every(({ name }) => ['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(name));
  if (!isPermittedForm)
    refuse('The signature of the SAML response has an unusual form, which the portal does not accept.');
}
