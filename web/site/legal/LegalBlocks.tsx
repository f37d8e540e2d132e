import { Icon } from '../../ui/Icon.tsx';
import { InlineText } from './InlineText.tsx';
import type { Block, LegalTable } from './documents/legal-text.ts';

export const LegalBlocks = ({ blocks }: { blocks: readonly Block[] }) =>
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
