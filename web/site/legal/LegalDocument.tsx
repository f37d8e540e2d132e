import { Icon } from '../../ui/Icon.tsx';
import { InlineText } from './InlineText.tsx';
import {
  type Block,
  type LegalTable,
  type LegalSection,
  type LegalText,
  showLongDate,
} from './documents/legal-text.ts';
import { useMemo, useSyncExternalStore, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { pathTo } from '../../app/addresses.ts';
import { Button } from '../../ui/Button.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import './legal.css';
import './legal-contents.css';
import './legal-table.css';
import './legal-way-up.css';

const LegalBlocks = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, index) => <LegalBlock key={index} block={block} />);

function LegalBlock({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <InlineText text={block} />
      </p>
    );
  if ('list' in block)
    return (
      <ul>
        {block.list.map((item) => (
          <li key={item}>
            <InlineText text={item} />
          </li>
        ))}
      </ul>
    );
  if ('terms' in block)
    return (
      <dl>
        {block.terms.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <InlineText text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    );
  if ('note' in block)
    return (
      <p className="legal-note">
        <Icon name="info" />
        <span>
          <InlineText text={block.note} />
        </span>
      </p>
    );
  if ('address' in block)
    return (
      <address>
        {block.address.map((line) => (
          <span key={line}>
            <InlineText text={line} />
          </span>
        ))}
      </address>
    );
  return <Table table={block.table} />;
}

const Table = ({ table: { caption, columns, rows } }: { table: LegalTable }) => (
  <table className="legal-table">
    <caption>{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(([name = '', ...cells]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {cells.map((cell, index) => (
            <td key={columns[index + 1]} data-title={columns[index + 1]}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);

export function LegalDocument({ text }: { text: LegalText }) {
  const { name, sections, numbered = false, archived, introduction } = text;
  return (
    <article className="legal">
      <header className="legal-heading">
        <PageTitle id="top" tabIndex={-1}>
          {name}
        </PageTitle>
        {text.dates !== 'bottom' && <Dates text={text} />}
        <div className="page-actions">
          <Button icon="printer" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </header>
      {archived && (
        <p className="alert alert-info">
          <Icon name="info" />
          <span>
            This is an earlier version, kept for reference. What applies today is in our{' '}
            <Link to={pathTo('privacy')}>Privacy Notice</Link>; other versions are in the{' '}
            <Link to={pathTo('privacyArchives')}>archive</Link>.
          </span>
        </p>
      )}
      <div className="legal-columns">
        <Contents sections={sections} numbered={numbered} />
        <div className="legal-body">
          <LegalBlocks blocks={introduction} />
          {sections.map((section, index) => (
            <Section key={section.anchor} section={section} number={numbered ? index + 1 : undefined} />
          ))}
          {text.dates === 'bottom' && <Dates text={text} />}
          <div className="legal-way-up screen-only">
            <Link to="#top">
              <Icon name="chevron-up" />
              <span>Back to top</span>
            </Link>
          </div>
        </div>
      </div>
    </article>
  );
}

const Dates = ({ text: { effective, updated } }: { text: LegalText }) => (
  <p className="legal-dates">
    <span>
      Effective <time dateTime={effective}>{showLongDate(effective)}</time>
    </span>{' '}
    <span>
      Last updated <time dateTime={updated}>{showLongDate(updated)}</time>
    </span>
  </p>
);

const Section = ({ section, number }: { section: LegalSection; number?: number }) => (
  <section aria-labelledby={section.anchor}>
    <h2 id={section.anchor} tabIndex={-1}>
      {number && <span className="legal-number">{number}. </span>}
      {section.heading}
    </h2>
    <LegalBlocks blocks={section.blocks} />
    {section.parts?.map((part) => (
      <section key={part.anchor} aria-labelledby={part.anchor}>
        <h3 id={part.anchor} tabIndex={-1}>
          {part.heading}
        </h3>
        <LegalBlocks blocks={part.blocks} />
      </section>
    ))}
  </section>
);

function Contents({ sections, numbered }: { sections: readonly LegalSection[]; numbered: boolean }) {
  const anchors = useMemo(() => sections.map(({ anchor }) => anchor), [sections]);
  const current = useCurrentSection(anchors);
  // open if it is beside the text; until the width is known, the style sheet shows it there
  const wide = useSyncExternalStore(
    () => () => {},
    () => window.matchMedia('(min-width: 1024px)').matches,
    () => false,
  );
  const List = numbered ? 'ol' : 'ul';
  return (
    <nav className="legal-contents" aria-label="Table of contents">
      <details open={wide}>
        <summary>
          Contents
          <Icon name="chevron-down" />
        </summary>
        <List>
          {sections.map(({ anchor, heading }) => (
            <li key={anchor}>
              <Link to={`#${anchor}`} aria-current={anchor === current ? 'location' : undefined}>
                {heading}
              </Link>
            </li>
          ))}
        </List>
      </details>
    </nav>
  );
}

const readingLine = 140;

function useCurrentSection(anchors: readonly string[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    let frame = 0;
    const update = () => {
      frame = 0;
      const above = anchors.filter((anchor) => {
        const top = document.getElementById(anchor)?.getBoundingClientRect().top;
        return top !== undefined && top <= readingLine;
      });
      setCurrent(above.at(-1));
    };
    const onScroll = () => (frame ||= requestAnimationFrame(update));
    update();
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      window.removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, [anchors]);
  return current;
}
