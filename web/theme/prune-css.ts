/** One rule of a sheet: what is before its braces, and what is inside them. */
interface Rule {
  head: string;
  body: string;
}

/** The rules on the outermost level; a sheet here holds no brace in a text or an address. */
function rulesOf(sheet: string): Rule[] {
  const css = sheet.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const rules: Rule[] = [];
  let [start, depth, open] = [0, 0, 0];
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{' && depth++ === 0) open = at;
    if (css[at] !== '}' || --depth > 0) continue;
    rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
    start = at + 1;
  }
  return rules;
}

const isGroup = (head: string): boolean => /^@(media|supports|layer)\b/.test(head);
const shown = ({ head, body }: Rule): string => `${head} {${body}}\n`;

/** Splits at the commas that are in no bracket. */
const selectorsOf = (head: string): string[] => head.split(/,(?![^()]*\))/).map((one) => one.trim());

/** Does every class of the library that the selector names exist in `classes`, and nothing else of the library? */
export const isWanted = (selector: string, classes: ReadonlySet<string>): boolean =>
  !/\[data-amplify-(?!theme|color-mode)/.test(selector) &&
  (selector.match(/\.amplify-[\w-]+/g) ?? []).every((one) => classes.has(one.slice(1)));

/** The sheet with the selectors that are wanted, without its tokens, and with the animations that are left in use. */
export function onlyWanted(sheet: string, wanted: (selector: string) => boolean): string {
  const frames: Rule[] = [];
  const keep = (css: string): string =>
    rulesOf(css)
      .map((rule) => {
        if (isGroup(rule.head)) {
          const body = keep(rule.body);
          return body && shown({ head: rule.head, body });
        }
        if (rule.head.startsWith('@keyframes')) frames.push(rule);
        if (rule.head.startsWith('@') || /:root/.test(rule.head)) return '';
        const selectors = selectorsOf(rule.head).filter(wanted);
        return selectors.length > 0 ? shown({ head: selectors.join(', '), body: rule.body }) : '';
      })
      .join('');
  const kept = keep(sheet);
  const used = frames.filter(({ head }) => kept.includes(head.slice('@keyframes '.length)));
  return kept + used.map(shown).join('');
}

const declarationsOf = (body: string): [name: string, value: string][] =>
  body.split(';').flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as [string, string]];
  });

const bodiesOf = (css: string): string[] =>
  rulesOf(css).flatMap(({ head, body }) => (isGroup(head) ? bodiesOf(body) : [body]));

const tokenNames = (text: string): string[] => text.match(/--amplify-[\w-]+/g) ?? [];

/** The tokens that `text` names, and those that their values name; a name that ends in `-` stands for all that go on. */
export function neededTokens(tokens: string, text: string): Set<string> {
  const values = new Map<string, string>();
  for (const [name, value] of bodiesOf(tokens).flatMap(declarationsOf))
    values.set(name, `${values.get(name) ?? ''} ${value}`);
  const needed = new Set<string>();
  const take = (name: string): void => {
    if (name.endsWith('-')) for (const one of values.keys()) if (one.startsWith(name)) take(one);
    if (needed.has(name) || !values.has(name)) return;
    needed.add(name);
    tokenNames(values.get(name) ?? '').forEach(take);
  };
  tokenNames(text).forEach(take);
  return needed;
}

/** The sheet of tokens with the needed ones alone. */
export const onlyTokens = (tokens: string, needed: ReadonlySet<string>): string =>
  rulesOf(tokens)
    .map(({ head, body }) => {
      const inner = isGroup(head)
        ? onlyTokens(body, needed)
        : declarationsOf(body)
            .filter(([name]) => needed.has(name) || !name.startsWith('--'))
            .map((one) => `${one.join(': ')};`)
            .join('\n');
      return inner && shown({ head, body: inner });
    })
    .join('');
