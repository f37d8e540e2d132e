export type Piece =
  | { kind: 'text' | 'strong'; words: string }
  | { kind: 'link'; words: string; target: string };

const marked = /\[(?<link>[^\]]+)\]\((?<target>[^)\s]+)\)|\*\*(?<strong>[^*]+)\*\*/g;

/** Parses the markup of a paragraph: `**strong**` and `[text](target)`; see legal-text.ts. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(marked)) {
    if (match.index > from) pieces.push({ kind: 'text', words: text.slice(from, match.index) });
    const { link, target, strong } = match.groups ?? {};
    if (link && target) pieces.push({ kind: 'link', words: link, target });
    else if (strong) pieces.push({ kind: 'strong', words: strong });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ kind: 'text', words: text.slice(from) });
  return pieces;
}
