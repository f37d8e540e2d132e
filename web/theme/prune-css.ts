import { transform, type Selector, type SelectorComponent, type TransformOptions } from 'lightningcss';

type Rewriting = Pick<TransformOptions<never>, 'visitor' | 'unusedSymbols'>;

const rewrite = (css: string, how: Rewriting): string =>
  transform({ filename: 'amplify.css', code: Buffer.from(css), minify: true, ...how }).code.toString();

const partsOf = (selector: Selector): SelectorComponent[] =>
  selector.flatMap((part) => [part, ...insideOf(part).flatMap(partsOf)]);

const insideOf = (part: SelectorComponent): Selector[] =>
  part.type === 'pseudo-class' && 'selectors' in part && part.kind !== 'host' ? part.selectors : [];

const isUsed = (selector: Selector, classes: ReadonlySet<string>): boolean =>
  partsOf(selector).every(
    (part) =>
      !(part.type === 'class' && part.name.startsWith('amplify-') && !classes.has(part.name)) &&
      !(part.type === 'attribute' && /^data-amplify-(?!theme|color-mode)/.test(part.name)),
  );

const isRoot = (selector: Selector): boolean =>
  partsOf(selector).some((part) => part.type === 'pseudo-class' && part.kind === 'root');

export function pruneRules(sheet: string, classes: ReadonlySet<string>): string {
  const animations: string[] = [];
  const pruned = rewrite(sheet, {
    visitor: {
      Rule: {
        style: ({ value: { selectors } }) =>
          selectors.some(isRoot) || !selectors.some((selector) => isUsed(selector, classes)) ? [] : undefined,
        keyframes: ({ value: { name } }) => void animations.push(name.value),
      },
      Selector: (token) => (isUsed(token, classes) ? undefined : []),
    },
  });
  // a name that occurs once is only its own definition
  return rewrite(pruned, { unusedSymbols: animations.filter((name) => pruned.split(name).length < 3) });
}

const tokenNames = (text: string): string[] => text.match(/--amplify-[\w-]+/g) ?? [];

function tokensOf(sheet: string): Map<string, string[]> {
  const tokens = new Map<string, string[]>();
  rewrite(sheet, {
    visitor: {
      Declaration: {
        custom: ({ name, value }) =>
          void tokens.set(name, [...(tokens.get(name) ?? []), ...tokenNames(JSON.stringify(value))]),
      },
    },
  });
  return tokens;
}

export function pruneTokens(sheet: string, text: string): string {
  const tokens = tokensOf(sheet);
  const needed = new Set<string>();
  const take = (name: string): void => {
    if (name.endsWith('-')) for (const item of tokens.keys()) if (item.startsWith(name)) take(item);
    if (needed.has(name) || !tokens.has(name)) return;
    needed.add(name);
    tokens.get(name)?.forEach(take);
  };
  tokenNames(text).forEach(take);
  return rewrite(sheet, { unusedSymbols: [...tokens.keys()].filter((name) => !needed.has(name)) });
}
