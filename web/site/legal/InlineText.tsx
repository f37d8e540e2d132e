import { Link } from 'react-router-dom';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { openCookieSettings } from '../../app/consent.ts';
import { CallError } from '../../platform/call-error.ts';
import { notify } from '../../app/notices.ts';
import { pathTo } from '../../app/addresses.ts';

/** Renders a paragraph with its links; see legal-text.ts for the markup. */
export const InlineText = ({ text }: { text: string }) =>
  piecesOf(text).map((piece, index) => {
    const key = `${index}-${piece.words}`;
    if (piece.kind === 'link') return <InlineLink key={key} target={piece.target} words={piece.words} />;
    return piece.kind === 'strong' ? <strong key={key}>{piece.words}</strong> : piece.words;
  });

function InlineLink({ target, words }: { target: string; words: string }) {
  if (target === 'agent-form') return <AgentFormLink>{words}</AgentFormLink>;
  if (target === 'cookie-settings')
    return (
      <button type="button" className="legal-link" aria-haspopup="dialog" onClick={openCookieSettings}>
        {words}
      </button>
    );
  return /^[/#]/.test(target) ? <Link to={target}>{words}</Link> : <a href={target}>{words}</a>;
}

type Piece = { kind: 'text' | 'strong'; words: string } | { kind: 'link'; words: string; target: string };

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

/** Downloads the authorized agent designation form on click (spec 1 §2.5). */
function AgentFormLink({ children }: { children: ReactNode }) {
  const [busy, setBusy] = useState(false);
  const fetchForm = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      const [{ site }, { download }] = await Promise.all([
        import('../../../shared/contracts/site.ts'),
        import('../../app/api.ts'),
      ]);
      await download(site.authorizedAgentDesignationForm, {});
    } catch (error) {
      const call = error instanceof CallError ? error : undefined;
      notify.error(call?.message ?? 'The form could not be downloaded. Try again in a moment.', {
        requestId: call?.requestId,
      });
    } finally {
      setBusy(false);
    }
  };
  return (
    <a href={pathTo('agentForm')} aria-busy={busy} onClick={(event) => void fetchForm(event)}>
      {children} (PDF)
    </a>
  );
}
