import { Link } from 'react-router-dom';
import { openCookieSettings } from '../../app/consent.ts';
import { AgentFormLink } from './AgentFormLink.tsx';
import { piecesOf } from './inline-text.ts';

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
